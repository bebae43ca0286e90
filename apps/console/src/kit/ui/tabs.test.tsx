import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderPage } from '../../test-kit/index.ts';
import { Tabs } from './tabs.tsx';

const options = ['Live', 'Commands', 'History'].map((text) => ({ value: text.toLowerCase(), text }));
const [stripPx, tabPx] = [150, 100];

beforeAll(() => {
  // jsdom has no layout: three tabs side by side in a strip that is half as wide.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('role') === 'tablist' || !this.parentElement) return new DOMRect(0, 0, stripPx, 40);
    const index = [...this.parentElement.children].indexOf(this);
    return new DOMRect(index * tabPx - this.parentElement.scrollLeft, 0, tabPx, 40);
  });
});

function Page() {
  const [value, setValue] = useState('history');
  return <Tabs label="Tabs" value={value} options={options} onChange={setValue} />;
}

test('the strip scrolls to the chosen tab when the page opens and when a hidden tab is chosen', async () => {
  renderPage(<Page />);
  const strip = screen.getByRole('tablist');
  expect(strip.scrollLeft).toBe(175);
  screen.getByText('History').focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(strip.scrollLeft).toBe(75);
});
