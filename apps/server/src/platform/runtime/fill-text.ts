/** A text with every `{name}` replaced by its value. A name without a value stays, so that the gap is seen. */
export const fillText = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => valueOf(name) ?? placeholder);
