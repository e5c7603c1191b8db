/** The tour of the first minutes. */
export const tour = {
  'tour.offer': 'New here?',
  'tour.start': 'Take the tour',
  'tour.offer.time': 'It takes a minute and really runs.',
  'tour.offer.hide': 'Not now',
  'tour.name': 'Tour',
  'tour.progress': '{step} of {steps}',
  'tour.next': 'Next',
  'tour.back': 'Back',
  'tour.end': 'End the tour',
  'tour.done': 'Done',
  'tour.ask.title': 'Ask for something',
  'tour.ask.text':
    'Write it, or click an example. Without a key the built-in Demo model answers, and two bundled servers give it something to do.',
  'tour.ask.do': 'Ask for the weather',
  'tour.asking.title': 'The model is at work',
  'tour.asking.text': 'It has your question and the list of tools that your servers offer.',
  'tour.decide.title': 'You decide',
  'tour.decide.text':
    'The model wants to use a tool. Below stands what would be sent, byte for byte. Allow it once, or deny it: both are fine. F8 leads there by keyboard.',
  'tour.card.title': 'What happened stays in view',
  'tour.card.text':
    'Each call leaves a card: what was sent, what came back, how long it took, and who allowed it. Click it to see everything.',
  'tour.servers.title': 'Connect your own servers',
  'tour.servers.text':
    'Add one by form, paste the JSON you have, or take them over from another app. Nothing runs before you have reviewed it.',
  'tour.resources.title': 'Give the model something to read',
  'tour.resources.text':
    'What servers offer to read is here. Look at it first, then attach it to the chat. Writing @ in a message does the same.',
  'tour.activity.title': 'Who allowed what',
  'tour.activity.text': 'Every decision and every call is written down here, in a chain that shows if anything was changed later.',
  'tour.model.title': 'Choose a real model',
  'tour.model.text':
    'Add a provider with your key, or start a model on this computer: it is found by itself. That is all. Enjoy your work.',
} as const;
