import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';

/** Chooses an option of a select field by its text. */
export async function choose(field: HTMLElement, text: string) {
  await userEvent.click(field);
  const options = await screen.findAllByText(text, { selector: '.ant-select-item-option-content' });
  // The newest list is the open one. A closed list stays in the document.
  await userEvent.click(options.at(-1)!);
}

/** Types a day, or a day and a time, as ISO 8601 into a date field. */
export function typeDate(field: HTMLElement, text: string) {
  fireEvent.focus(field);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.keyDown(field, { key: 'Enter' });
}
