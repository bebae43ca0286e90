import type { WorkOrderWork } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatTime, unknown } from '../../../kit/format/format.ts';
import { PlainTable } from '../../../kit/list/plain-table.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import { draftOf, type WorkDraft } from './work-draft.ts';
import { useWorkLines } from './use-work-lines.ts';
import './order-work.css';

interface Props {
  mine: WorkDraft;
  stored: WorkOrderWork;
  /** Goes on with the own version; the next save replaces the stored one. */
  onKeep: () => void;
  /** Goes on with the stored version. */
  onTake: () => void;
}

/** Both versions of the work after another person saved it: the differences, side by side. */
export function WorkConflict({ mine, stored, onKeep, onTake }: Props) {
  const { t } = useTranslation('order-work');
  const linesOf = useWorkLines(stored);
  const theirs = linesOf(draftOf(stored));
  const own = linesOf(mine);
  const names = [...new Set([...own.keys(), ...theirs.keys()])].filter(
    (name) => own.get(name) !== theirs.get(name),
  );
  return (
    <div className="ow-conflict" role="alert">
      <p>
        <Icon name="alert" size={16} />
        {t('conflict', {
          who: stored.updatedBy ?? t('somebody'),
          when: stored.updatedAt ? formatTime(stored.updatedAt) : unknown,
        })}
      </p>
      <PlainTable look="inline">
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('mine')}</th>
            <th scope="col">{t('theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{own.get(name) ?? unknown}</td>
              <td>{theirs.get(name) ?? unknown}</td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <div className="ow-acts">
        <Button onClick={onKeep}>{t('keepMine')}</Button>
        <Button onClick={onTake}>{t('takeTheirs')}</Button>
      </div>
    </div>
  );
}
