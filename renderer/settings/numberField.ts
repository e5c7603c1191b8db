/** A whole number within bounds, or undefined for anything else that was typed. */
export function readNumber(text: string, min: number, max: number): number | undefined {
  if (!/^\d{1,9}$/.test(text.trim())) return undefined;
  const value = Number(text.trim());
  return value >= min && value <= max ? value : undefined;
}
