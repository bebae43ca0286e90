import type { Locator } from '@playwright/test';

/** Opens a select field and clicks the first option with the text. A field with a search gets the text typed. */
export async function choose(field: Locator, text: string) {
  await field.click();
  if (await field.isEditable()) await field.fill(text);
  const options = field.page().locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden)');
  await options.locator('.ant-select-item-option').filter({ hasText: text }).first().click();
}
