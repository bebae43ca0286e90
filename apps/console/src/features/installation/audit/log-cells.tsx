import { type LogRow, nameOfAccount } from '@sweepline/contract';
import { Ago } from '../../../kit/format/ago.tsx';
import { unknown } from '../../../kit/format/format.ts';

/** The action and its record by name, or by the end of its id. */
export const ActionCell = ({ row, onOpen }: { row: LogRow; onOpen?: (row: LogRow) => void }) => (
  <>
    {onOpen ? (
      <button type="button" className="log-open" onClick={() => onOpen(row)}>
        {row.action}
      </button>
    ) : (
      <span className="log-deed">{row.action}</span>
    )}
    <small className="log-record" title={row.record?.name}>
      {row.record ? row.record.name || row.record.id.slice(-12) : unknown}
    </small>
  </>
);

/** The nickname, with the account name in the second line. */
export const AccountCell = ({ row: { account } }: { row: LogRow }) =>
  account.username === '' ? (
    <span className="sl-unknown">{unknown}</span>
  ) : (
    <span className="log-two">
      <span>{nameOfAccount(account)}</span>
      <small>{account.nickname && account.username}</small>
    </span>
  );

export const TimeCell = ({ row: { at } }: { row: LogRow }) => <Ago at={at} />;
