import { aiCleanClass, fieldReasons, type Lang } from '@sweepline/contract';

/** The name of a class in a refusal. People name the classes of their project; the clean floor is none of them. */
export const classNameIn = (lang: Lang, { id, name }: { id: string; name: string }): string =>
  id === aiCleanClass ? fieldReasons.CLEAN_FLOOR[lang] : name;
