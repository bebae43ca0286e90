import type { MapDetail } from '@sweepline/contract';
import { boxOfRaster, openEditor, replace, type Editor, type Zone } from '@sweepline/map-core';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomKey } from '../../kit/random.ts';
import { toast } from '../../kit/toasts.ts';
import { useWords } from '../../kit/words/use-words.ts';
import { shapesOfMap, zonesOnly } from './zone-acts.ts';

export type Edit = (change: (editor: Editor) => Editor) => void;

/** The editor of a map, opened once: `edit` for what a person does to zones, `put` for what comes from the server. */
export function useZoneEditor(map: MapDetail): { editor: Editor; edit: Edit; put: Edit } {
  const { t } = useTranslation('maps');
  const { t: kit } = useTranslation('kit');
  const { word } = useWords();
  const [editor, setEditor] = useState(() =>
    openEditor(shapesOfMap(map), {
      map: boxOfRaster(map.ground),
      nameOf: (type, number) => t('zoneName', { type: word('zoneType', type), number }),
      // Two people may draw at once, so a number would be taken twice.
      newId: () => `z-${randomKey().slice(0, 16)}`,
    }),
  );
  // Several pointer events can fall between two renders; each builds on the one before.
  const latest = useRef(editor);

  const put = useCallback<Edit>((change) => {
    latest.current = change(latest.current);
    setEditor(latest.current);
  }, []);

  const edit = useCallback<Edit>(
    (change) => {
      const before = latest.current;
      const after = zonesOnly(before, change(before));
      put(() => after);
      const gone = removedZone(before, after);
      if (!gone) return;
      toast({
        tone: 'done',
        text: t('zoneRemoved', { name: gone.name }),
        action: { text: kit('undo'), run: () => put((now) => replace(now, gone)) },
      });
    },
    [t, kit, put],
  );
  return { editor, edit, put };
}

/** The zone a fresh step took away. A step that was undone and done again is known to the person already. */
function removedZone(before: Editor, after: Editor): Zone | undefined {
  const step = after.undo.at(-1);
  if (!step || after.redo.length > 0 || before.undo.includes(step) || before.redo.includes(step))
    return undefined;
  const removal = [...step.values()].find((change) => !change.after);
  return removal?.before?.kind === 'zone' ? removal.before : undefined;
}
