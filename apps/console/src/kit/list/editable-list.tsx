import type { byId, Call } from '@sweepline/contract';
import { useCallback, useState, type ComponentProps, type ReactNode } from 'react';
import { ConfirmCallDialog } from '../form/confirm-call-dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import type { IconName } from '../ui/icons.ts';
import { AddButton } from './add-button.tsx';
import { ListPage } from './list-page.tsx';
import { RowMenu } from './row-menu.tsx';

interface EditableRow {
  id: string;
  name: string;
}

/** `show` opens the dialog of a row that the reader may not change. */
export type RowAct = 'edit' | 'show' | 'remove';

interface Removal {
  call: Call<typeof byId>;
  title: string;
  /** The effect, and whether it can be undone. */
  hint: string;
  /** The text of the toast. */
  done: string;
}

type ListProps<R extends EditableRow, F> = ComponentProps<typeof ListPage<R, F>>;

interface Props<R extends EditableRow, F> extends Pick<
  ListProps<R, F>,
  'title' | 'list' | 'columns' | 'filters'
> {
  /** The call that makes a row, and the text of its button; missing for readers who may not make one. */
  add?: { call: Call; text: string } | undefined;
  /** Controls before the button that makes a row. */
  controls?: ReactNode;
  empty: { icon: IconName; title: string; hint: string };
  /** What the reader may do with a row. Must be stable between renders (`useCallback`). */
  acts: (row: R) => readonly RowAct[];
  actTexts: Partial<Record<RowAct, string>>;
  /** The dialog of a row, or of a new one. */
  dialog: (row: R | undefined, onClose: () => void) => ReactNode;
  removal: (row: R) => Removal;
}

const icons: Record<RowAct, IconName> = { edit: 'edit', show: 'seen', remove: 'trash' };

/** A list whose rows are made and edited in a dialog, and deleted after a question. */
export function EditableList<R extends EditableRow, F>(props: Props<R, F>) {
  const { add, controls, empty, acts, actTexts, dialog, removal, ...list } = props;
  const { edit = '', show = '', remove = '' } = actTexts;
  const [open, setOpen] = useState<R | 'new'>();
  const [removed, setRemoved] = useState<R>();
  const close = () => setOpen(undefined);
  const rowActions = useCallback(
    (row: R) => (
      <RowMenu
        label={row.name}
        items={acts(row).map((act) => ({
          key: act,
          text: { edit, show, remove }[act],
          icon: icons[act],
          danger: act === 'remove',
          run: () => (act === 'remove' ? setRemoved(row) : setOpen(row)),
        }))}
      />
    ),
    [acts, edit, show, remove],
  );
  const button = add && <AddButton {...add} onClick={() => setOpen('new')} />;
  const question = removed && removal(removed);
  return (
    <>
      <ListPage
        {...list}
        rowActions={rowActions}
        actions={
          <>
            {controls}
            {button}
          </>
        }
        empty={<Empty {...empty}>{button}</Empty>}
      />
      {open && dialog(open === 'new' ? undefined : open, close)}
      {question && (
        <ConfirmCallDialog
          title={question.title}
          call={question.call}
          input={{ id: removed.id }}
          act={remove}
          done={question.done}
          onClose={() => setRemoved(undefined)}
        >
          {question.hint}
        </ConfirmCallDialog>
      )}
    </>
  );
}
