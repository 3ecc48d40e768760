export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Text in which a piece between backticks is code. */
export function codes(text: string): string {
  return escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}
