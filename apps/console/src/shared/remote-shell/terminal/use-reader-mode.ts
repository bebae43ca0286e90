import { useState } from 'react';
import { browserStorage } from '../../../kit/storage.ts';

const key = 'terminal.reader';

/** Whether terminals are prepared for a screen reader. The choice is stored in this browser. */
export function useReaderMode(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => browserStorage.getItem(key) === 'on');
  return [
    isOn,
    (next) => {
      if (next) browserStorage.setItem(key, 'on');
      else browserStorage.removeItem(key);
      setOn(next);
    },
  ];
}
