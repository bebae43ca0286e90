import { workLimits, type SparePart } from '@sweepline/contract';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../kit/format/format.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Icon } from '../../../kit/ui/icon.tsx';
import type { DraftPart } from './work-draft.ts';
import './order-work.css';

export type PartChoice = Pick<SparePart, 'id' | 'number' | 'name' | 'consumable'>;

interface Props {
  value: readonly DraftPart[];
  onChange: (value: DraftPart[]) => void;
  readOnly?: boolean;
  /** The parts that can be chosen. */
  choices?: readonly PartChoice[];
  /** Searches on the server; without it, the choices are filtered here. */
  onSearch?: (keyword: string) => void;
  /** The counter of a wearing part: its reset, or a button for it. */
  resetOf?: (part: DraftPart) => ReactNode;
}

const maxChoices = 6;
const noChoices: readonly PartChoice[] = [];

/** The parts that were used, with their quantity. */
export function WorkParts({
  value,
  onChange,
  readOnly = false,
  choices = noChoices,
  onSearch,
  resetOf,
}: Props) {
  const { t } = useTranslation('order-work');
  const change = (partId: string, quantity: number) =>
    onChange(value.map((part) => (part.partId === partId ? { ...part, quantity } : part)));
  return (
    <div className="ow-parts">
      {value.length === 0 && readOnly && <span className="ow-none">{t('none')}</span>}
      {value.length > 0 && (
        <ul>
          {value.map((part) => (
            <li key={part.partId}>
              <span className="ow-part-name">
                <strong>{part.name}</strong>
                <small>{part.number}</small>
              </span>
              {readOnly ? (
                <b>× {formatNumber(part.quantity)}</b>
              ) : (
                <span className="ow-number">
                  <input
                    className="sl-input"
                    type="number"
                    inputMode="numeric"
                    min={1}
                    max={workLimits.quantity}
                    aria-label={t('quantityOf', { part: part.name })}
                    value={part.quantity}
                    onChange={({ target }) =>
                      change(
                        part.partId,
                        Math.min(workLimits.quantity, Math.max(1, target.valueAsNumber || 1)),
                      )
                    }
                  />
                  <Button
                    look="quiet"
                    icon="trash"
                    aria-label={t('removePart', { part: part.name })}
                    onClick={() => onChange(value.filter(({ partId }) => partId !== part.partId))}
                  />
                </span>
              )}
              {part.consumable && resetOf?.(part)}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && value.length < workLimits.parts && (
        <PartSearch
          choices={choices.filter(({ id }) => value.every(({ partId }) => partId !== id))}
          onSearch={onSearch}
          onChoose={({ id: partId, number, name, consumable }) =>
            onChange([...value, { id: null, partId, number, name, consumable, quantity: 1, reset: null }])
          }
        />
      )}
    </div>
  );
}

interface SearchProps {
  choices: readonly PartChoice[];
  onSearch: ((keyword: string) => void) | undefined;
  onChoose: (part: PartChoice) => void;
}

function PartSearch({ choices, onSearch, onChoose }: SearchProps) {
  const { t } = useTranslation('order-work');
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const lowerKeyword = keyword.trim().toLowerCase();
  const found = onSearch
    ? choices
    : choices.filter(({ number, name }) => `${number} ${name}`.toLowerCase().includes(lowerKeyword));
  const search = (text: string) => {
    setKeyword(text);
    onSearch?.(text.trim());
  };
  return (
    <div className="ow-part-search">
      <label htmlFor={id}>{t('addPart')}</label>
      <input
        id={id}
        className="sl-input"
        type="search"
        placeholder={t('partKeyword')}
        value={keyword}
        onChange={({ target }) => search(target.value)}
      />
      {lowerKeyword !== '' && (
        <ul aria-label={t('addPart')}>
          {found.slice(0, maxChoices).map((part) => (
            <li key={part.id}>
              <button
                type="button"
                onClick={() => {
                  onChoose(part);
                  search('');
                }}
              >
                <Icon name="plus" size={16} />
                <span>{part.name}</span>
                <small>{part.number}</small>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="ow-none">{t('noPart')}</li>}
        </ul>
      )}
    </div>
  );
}
