import {
  announcementCalls,
  announceLangs,
  maxDescriptionLength,
  type AnnounceLang,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { descriptionsOf, isWritten, textsOf, type Texts } from './announcement-langs.ts';

interface Base {
  texts: Texts;
  version: number;
}

/** The text in the dialog: the server's text at opening, and the changes since. */
export function useDraft() {
  const { t } = useTranslation('people/announcements');
  const { data, error, refetch, isFetchedAfterMount } = useQuery({
    ...callQuery(announcementCalls.now, {}),
    // The draft starts from the data at opening. Later refetches must not overwrite what the user types.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    meta: { silent: true },
  });
  const [saved, setSaved] = useState<Base | null>(null);
  const [changed, setChanged] = useState<Partial<Texts>>({});
  const [published, setPublished] = useState<string | null>(null);
  const base: Base | null =
    saved ??
    (data && isFetchedAfterMount ? { texts: textsOf(data.langDescriptions), version: data.version } : null);
  const texts = { ...base?.texts, ...changed } as Texts;
  const input = { langDescriptions: descriptionsOf(texts), version: base?.version ?? 0 };

  const keep = (version: number, at: string | null) => {
    setSaved({ texts, version });
    setChanged({});
    setPublished(at);
  };
  const save = useAction(announcementCalls.save, {
    done: t('saved'),
    after: ({ version }) => keep(version, null),
  });
  const publish = useAction(announcementCalls.publish, {
    done: t('done'),
    after: ({ version, publishTime }) => keep(version, publishTime),
  });
  const tooLong = announceLangs.filter((lang) => (texts[lang] ?? '').length > maxDescriptionLength);
  return {
    ready: base !== null,
    error: base ? null : error,
    retry: () => void refetch(),
    texts,
    /** When this text was published; null while it is a draft. */
    publishedAt: saved ? published : (data?.publishTime ?? null),
    unsaved: announceLangs.some((lang) => changed[lang] !== undefined && changed[lang] !== base?.texts[lang]),
    written: announceLangs.some((lang) => isWritten(texts[lang] ?? '')),
    tooLong,
    change: (lang: AnnounceLang, html: string) => setChanged((before) => ({ ...before, [lang]: html })),
    save: () => save.mutate(input),
    publish: (after: () => void) => publish.mutate(input, { onSettled: after }),
    busy: save.isPending || publish.isPending,
  };
}
export type Draft = ReturnType<typeof useDraft>;
