import { assistCalls, type Assist } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { callQuery } from '../../../../kit/api/api.ts';
import { may } from '../../../../kit/api/may.ts';
import { useWords } from '../../../../shared/words/use-words.ts';
import { ReportSourceContext } from '../report-source.ts';

/** An assist in the shape the map takes. */
export interface PlacedAssist {
  id: string;
  number: number;
  cause: string;
  x: number;
  y: number;
}

/** More than any run has had. */
const maxAssists = 50;

/** The assists of a run by time, and those with a known place. Not loaded for readers of a shared link. */
export function useReportAssists(runId: string) {
  const { shared } = useContext(ReportSourceContext);
  const { word } = useWords();
  const { data } = useQuery({
    ...callQuery(assistCalls.list, { runId, sort: 'at', pageSize: maxAssists }),
    enabled: !shared && may(assistCalls.list.allow),
    meta: { silent: true },
  });
  return useMemo(() => {
    const list = (data?.list ?? []).filter(({ note }) => !note.dismissed);
    const causeOf = ({ codes }: Assist) => codes.map((code) => word('alarm', code)).join(' · ');
    const placed = list.flatMap((assist, index): PlacedAssist[] => {
      const { id, x, y } = assist;
      return x === null || y === null ? [] : [{ id, number: index + 1, cause: causeOf(assist), x, y }];
    });
    return { list, placed, causeOf };
  }, [data, word]);
}
