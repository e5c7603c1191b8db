/** The text of docs://steward/welcome. */
export const welcome = `# Welcome to Steward

You talk with a model, and the model may ask to use tools. Nothing it asks for happens before you have decided it, once or by a standing rule.

- **Chats** hold the conversation. Each tool call is a card that shows the server, the tool, the exact arguments and the result.
- **Servers** lists where tools come from. Two small servers come with Steward so that you can try things: \`assistant\` (weather, news, arithmetic, a slow report) and \`shop\` (orders, and the story of an incident). All their data is made up.
- **Decisions** appear at the bottom of the window. Press F8 to go there and Escape to come back.
- **Activity** keeps a record of everything that was decided.

Your own servers go into \`mcp.json\`, in the format that other MCP hosts use. Each is shown to you before it is started, and its tools before the model sees them.

## 欢迎使用 Steward

您与模型对话，模型可以请求使用工具。在您作出决定之前（一次性决定，或通过长期规则），任何请求都不会执行。

- **对话**：每次工具调用显示为一张卡片，包含服务器、工具、准确的参数和结果。
- **服务器**：列出工具的来源。Steward 自带两个演示服务器：\`assistant\`（天气、新闻、算术、慢速报告）和 \`shop\`（下单，以及一次故障的完整线索）。其中的数据均为虚构。
- **决定**：显示在窗口底部。按 F8 前往，按 Esc 返回。
- **活动**：记录所有已作出的决定。

您自己的服务器写在 \`mcp.json\` 中，格式与其他 MCP 宿主相同。每个服务器启动之前、其工具提供给模型之前，都会先请您确认。
`;
