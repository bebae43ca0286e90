import { Dropdown } from 'antd';
import type { ReactElement } from 'react';

interface Props {
  value: string;
  choices: readonly { value: string; text: string }[];
  onChoose: (value: string) => void;
  /** The button that opens it. */
  children: ReactElement;
}

/** A button with a menu of a few choices, one of which is selected. */
export const ChoiceMenu = ({ value, choices, onChoose, children }: Props) => (
  <Dropdown
    trigger={['click']}
    placement="bottomRight"
    // A modal dialog hides what lies outside it.
    getPopupContainer={(button) => button.closest('dialog') ?? document.body}
    menu={{
      selectable: true,
      selectedKeys: [value],
      items: choices.map((choice) => ({ key: choice.value, label: choice.text })),
      onClick: ({ key }) => onChoose(key),
    }}
  >
    {children}
  </Dropdown>
);
