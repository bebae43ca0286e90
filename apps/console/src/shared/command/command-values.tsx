import { selfCheckItems } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { StateMark } from '../../kit/ui/state-mark.tsx';
import { PlainTable } from '../../kit/list/plain-table.tsx';
import { useWords } from '../words/use-words.ts';
import type { Mark } from '../words/marks.ts';

type Values = Record<string, unknown>;

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Parameters or results of a command, as transmitted. */
export const CommandValues = ({ values }: { values: Values }) => (
  <dl className="sl-command-values">
    {Object.entries(values).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{plain(value)}</dd>
      </div>
    ))}
  </dl>
);

const marks: Record<string, Mark> = {
  OK: { tone: 'working', icon: 'check' },
  FAIL: { tone: 'fault', icon: 'alert' },
  ABSENT: { tone: 'quiet', icon: 'minus' },
};

/** The results of a self-check by part, in the order of the protocol. */
export function SelfCheckResult({ result }: { result: Values }) {
  const { t } = useTranslation('command');
  const { word } = useWords();
  const rows = selfCheckItems.filter((item) => typeof result[item] === 'string');
  return (
    <PlainTable look="inline">
      <thead>
        <tr>
          <th>{t('part')}</th>
          <th>{t('state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((item) => {
          const outcome = String(result[item]);
          const mark = marks[outcome] ?? { tone: 'quiet', icon: 'ring' };
          return (
            <tr key={item}>
              <td>{word('selfCheck', item)}</td>
              <td>
                <StateMark {...mark} word={word('selfCheckResult', outcome)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </PlainTable>
  );
}
