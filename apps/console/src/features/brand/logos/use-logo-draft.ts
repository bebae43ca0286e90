import { logoStyles, type LogoStyle } from '@sweepline/contract';
import { useEffect, useRef, useState } from 'react';
import { suited, wholeView, type LogoView } from './logo-view.ts';
import { addPictures, type ChosenPicture, type PictureFault } from './picture-file.ts';

interface Choice {
  /** The chosen picture; null leaves the logo as it is. */
  index: number | null;
  view: LogoView;
}
type Choices = Record<LogoStyle, Choice>;

const choicesFor = (pictures: readonly ChosenPicture[]): Choices => {
  const best = suited(pictures);
  return Object.fromEntries(
    logoStyles.map((style) => [style, { index: best[style], view: wholeView }]),
  ) as Choices;
};

/** The pictures of a form for logos, and what becomes of them. */
export function useLogoDraft() {
  const [pictures, setPictures] = useState<ChosenPicture[]>([]);
  const [choices, setChoices] = useState<Choices>(() => choicesFor([]));
  const [fault, setFault] = useState<{ kind: PictureFault; name: string } | null>(null);
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const opened = urls.current;
    return () => opened.forEach((url) => URL.revokeObjectURL(url));
  }, []);
  const show = (next: ChosenPicture[]) => {
    next.forEach(({ url }) => urls.current.add(url));
    setPictures(next);
    setChoices(choicesFor(next));
  };
  return {
    pictures,
    choices,
    fault,
    add: async (files: File[]) => {
      const result = await addPictures(pictures, files);
      setFault(result.fault);
      show(result.pictures);
    },
    remove: (index: number) => show(pictures.filter((_picture, other) => other !== index)),
    change: (style: LogoStyle, changes: Partial<Choice>) =>
      setChoices((now) => ({ ...now, [style]: { ...now[style], ...changes } })),
  };
}
