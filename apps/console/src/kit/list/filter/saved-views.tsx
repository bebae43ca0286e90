import { savedViewCalls, type SavedView } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Input, Popover } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { callQuery } from '../../api/api.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toasts.ts';
import { useAction } from '../../api/use-action.ts';
import { useMenuPins } from '../../api/use-menu-pins.ts';
import './saved-views.css';

/** Fields of the address that are not part of a view. */
const excluded = ['page', 'id'];

/** The query that is saved: without the page number and the id. */
function queryOf(search: string): string {
  const params = new URLSearchParams(search);
  excluded.forEach((name) => params.delete(name));
  return params.toString();
}

/** Saved views of a list: named links to filters, order and columns. */
export function SavedViews() {
  const { t } = useTranslation('kit');
  const [open, setOpen] = useState(false);
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Views onClose={() => setOpen(false)} />}
    >
      <Button look="quiet" icon="bookmark" aria-label={t('views')} aria-expanded={open} />
    </Popover>
  );
}

function Views({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('kit');
  const { pathname: page, search } = useLocation();
  const query = queryOf(search);
  const { data } = useQuery(callQuery(savedViewCalls.list, { page }));
  const pins = useMenuPins();
  const [name, setName] = useState('');
  const put = useAction(savedViewCalls.save, { done: null });
  const remove = useAction(savedViewCalls.remove, { done: null });
  const drop = ({ id, ...view }: SavedView) => {
    // Undo saves the view again with a new id, because nothing refers to the id.
    const undo = () => put.mutate({ page, ...view });
    remove.mutate(
      { id },
      {
        onSuccess: () =>
          toast({
            tone: 'done',
            text: t('viewRemoved', { name: view.name }),
            action: { text: t('undo'), run: undo },
          }),
      },
    );
  };
  const save = () => {
    if (name.trim()) put.mutate({ page, name: name.trim(), query }, { onSuccess: () => setName('') });
  };
  return (
    <div className="sl-views">
      {data?.list.length === 0 && <p>{t('noViews')}</p>}
      <ul>
        {data?.list.map((view) => (
          <li key={view.id}>
            <Link
              to={{ pathname: page, search: view.query }}
              aria-current={view.query === query ? 'true' : undefined}
              onClick={onClose}
            >
              {view.name}
            </Link>
            <Button
              look="quiet"
              icon="star"
              {...pins.switchOf({ page, query: view.query, name: view.name }, view.name)}
            />
            <Button
              look="quiet"
              icon="trash"
              aria-label={t('removeView', { name: view.name })}
              onClick={() => drop(view)}
            />
          </li>
        ))}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Input
          value={name}
          maxLength={40}
          placeholder={t('viewName')}
          aria-label={t('viewName')}
          onChange={(event) => setName(event.target.value)}
        />
        <Button look="main" type="submit" disabled={!name.trim()} busy={put.isPending}>
          {t('saveView')}
        </Button>
      </form>
    </div>
  );
}
