import { sitePlanCalls, type SiteDetail } from '@sweepline/contract';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../kit/api/allowed.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

/** Opens a dialog that adds, renames, orders and removes the floors of a site. */
export function FloorsButton({ site }: { site: SiteDetail }) {
  const { t } = useTranslation('places/sites');
  const [open, setOpen] = useState(false);
  return (
    <Allowed call={sitePlanCalls.addFloor}>
      <Button icon="layers" onClick={() => setOpen(true)}>
        {t('editFloors')}
      </Button>
      {open && <FloorsDialog site={site} onClose={() => setOpen(false)} />}
    </Allowed>
  );
}

function FloorsDialog({ site, onClose }: { site: SiteDetail; onClose: () => void }) {
  const { t } = useTranslation('places/sites');
  const { t: kit } = useTranslation('kit');
  const [name, setName] = useState('');
  const also = ['sites'];
  const add = useAction(sitePlanCalls.addFloor, { also, done: null, after: () => setName('') });
  const rename = useAction(sitePlanCalls.renameFloor, { also, done: null });
  const order = useAction(sitePlanCalls.orderFloors, { also, done: null });
  const remove = useAction(sitePlanCalls.removeFloor, { also, done: null });
  const siteId = site.id;
  const ids = site.levels.map(({ id }) => id);
  const swap = (at: number, by: number) =>
    order.mutate({ siteId, floorIds: ids.with(at, ids[at + by]!).with(at + by, ids[at]!) });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (name.trim()) add.mutate({ siteId, name: name.trim() });
  };
  return (
    <Dialog
      open
      width={480}
      title={t('editFloors')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{kit('close')}</Button>}
    >
      <p>{t('floorsHint')}</p>
      <ul className="site-floors">
        {site.levels.map((floor, i) => (
          <li key={floor.id}>
            <input
              className="sl-input"
              aria-label={t('floorName')}
              defaultValue={floor.name}
              maxLength={40}
              onBlur={({ target }) => {
                const next = target.value.trim();
                if (next && next !== floor.name) rename.mutate({ siteId, floorId: floor.id, name: next });
              }}
            />
            <Button
              look="quiet"
              icon="up"
              aria-label={t('floorUp', { name: floor.name })}
              disabled={i === 0}
              onClick={() => swap(i, -1)}
            />
            <Button
              look="quiet"
              icon="down"
              aria-label={t('floorDown', { name: floor.name })}
              disabled={i === ids.length - 1}
              onClick={() => swap(i, 1)}
            />
            <Button
              look="quiet"
              icon="trash"
              aria-label={t('removeFloor', { name: floor.name })}
              disabled={floor.maps.length > 0}
              title={floor.maps.length > 0 ? t('floorHasMaps') : undefined}
              onClick={() => remove.mutate({ siteId, floorId: floor.id })}
            />
          </li>
        ))}
      </ul>
      <form className="site-floors-new" onSubmit={submit}>
        <input
          className="sl-input"
          placeholder={t('newFloor')}
          aria-label={t('newFloor')}
          maxLength={40}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Button type="submit" icon="plus" busy={add.isPending} disabled={!name.trim()}>
          {t('addFloor')}
        </Button>
      </form>
    </Dialog>
  );
}
