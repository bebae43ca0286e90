import { companyCalls, companyTypes } from '@sweepline/contract';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../kit/form/dialog.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { useAction } from '../../../../kit/api/use-action.ts';
import { levelBelow, type ActProps } from '../company-address.ts';
import { usePlaces } from '../use-choices.ts';
import { useCompany } from '../use-company.ts';
import { useCompanyWords } from '../use-company-words.ts';
import './company-move-dialog.css';

interface Props extends ActProps {
  /** The drop target. */
  target?: { id: string; name: string };
}

/** Shows the effects of a move, then moves the company. Only allowed parents are offered. */
export function CompanyMoveDialog({ company, target, onClose }: Props) {
  const { t } = useTranslation('people/companies');
  const { t: kit } = useTranslation('kit');
  const words = useCompanyWords();
  const { id, name, type } = company;
  const { data } = useCompany(id);
  const { places, search, read } = usePlaces(type === companyTypes.agent ? 2 : 1, id, target?.name);
  const [chosen, setChosen] = useState(target?.id);
  const place = places.find((one) => one.id === chosen);
  const move = useAction(companyCalls.move, { done: t('move.done', { name }), after: onClose });
  const below = data?.company.belowCount ?? 0;
  const refused = read && target && chosen === target.id && !place;
  return (
    <Dialog
      open
      title={t('move.title', { name })}
      width={480}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{kit('cancel')}</Button>
          <Button
            look="main"
            busy={move.isPending}
            disabled={!place || !data}
            onClick={() =>
              place && data && move.mutate({ id, version: data.company.version, parentId: place.id })
            }
          >
            {t('move.act')}
          </Button>
        </>
      }
    >
      <div className="co-move">
        <label htmlFor="co-move-to">{t('move.to')}</label>
        <Select
          id="co-move-to"
          value={place?.id ?? null}
          onChange={setChosen}
          showSearch={{ onSearch: search, filterOption: false }}
          notFoundContent={t('move.nowhere')}
          options={places.map((one) => ({ value: one.id, label: `${one.name} · ${words.type(one)}` }))}
        />
        {refused && <p role="alert">{t('move.notThere', { name, parent: target.name })}</p>}
        {place && (
          <ul>
            {below > 0 && <li>{t('move.along', { count: below })}</li>}
            {type === companyTypes.agent && levelBelow(place) !== company.agentLevel && (
              <li>{t('move.level', { level: levelBelow(place) })}</li>
            )}
            <li>{t('move.sight')}</li>
          </ul>
        )}
      </div>
    </Dialog>
  );
}
