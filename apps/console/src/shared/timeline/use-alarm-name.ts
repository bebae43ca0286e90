import { useCallback } from 'react';
import { useWords } from '../words/use-words.ts';

interface Alarm {
  code: string;
  type: string;
  text: string;
}

/** The alarm in the reader's language where its code is known, else the robot's own text. */
export function useAlarmName(): (alarm: Alarm) => string {
  const { word } = useWords();
  return useCallback(
    ({ code, type, text }) => {
      const name = word('alarm', code);
      return name === code ? text || type || code : name;
    },
    [word],
  );
}
