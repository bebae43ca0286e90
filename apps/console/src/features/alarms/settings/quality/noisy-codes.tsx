import type { AlarmQuality, NoisyCode } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BarList } from '../../../../kit/chart/bar-list.tsx';
import { formatNumber, formatShare } from '../../../../kit/format/format.ts';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';
import { useSettingWords } from '../setting-words.ts';
import { NoisyCodeActions } from './noisy-code-actions.tsx';
import { OpenSetting, type SettingRequest } from './open-setting.tsx';

interface Props {
  quality: AlarmQuality;
  companyId: string | undefined;
  model: NonNullable<SettingRequest['model']> | undefined;
}

const keyOf = ({ code, errorType }: NoisyCode) => `${code}/${errorType}`;

/** The noisiest codes as a Pareto list and as a table, in which each can be suppressed, configured and looked at. */
export function NoisyCodes({ quality: { codes }, companyId, model }: Props) {
  const { t } = useTranslation('alarms/settings');
  const { nameOf } = useSettingWords();
  const [request, setRequest] = useState<SettingRequest>();
  const place = { ...(companyId && { companyId }), ...(model && { model }) };
  return (
    <div className="alarm-quality-codes">
      <section>
        <h2>{t('quality.question', { count: codes.length })}</h2>
        <BarList
          label={t('quality.question', { count: codes.length })}
          rows={codes.map((code) => ({
            key: keyOf(code),
            name: nameOf(code),
            share: code.share,
            value: t('quality.together', {
              share: formatShare(code.share),
              cumulative: formatShare(code.cumulative),
            }),
            fixed: true,
          }))}
        />
      </section>
      <PlainTable cards>
        <thead>
          <tr>
            <th scope="col">{t('code')}</th>
            <th scope="col">{t('quality.raises')}</th>
            <th scope="col">{t('quality.share')}</th>
            <th scope="col">{t('quality.names.chattering')}</th>
            <th scope="col">{t('quality.names.standing')}</th>
            <th scope="col">
              <span className="sl-sr-only">{t('quality.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {codes.map((code) => (
            <tr key={keyOf(code)}>
              <th scope="row">
                {nameOf(code)}
                <small>{code.code}</small>
              </th>
              <td data-label={t('quality.raises')}>{formatNumber(code.count)}</td>
              <td data-label={t('quality.share')}>{formatShare(code.share)}</td>
              <td data-label={t('quality.names.chattering')}>{formatNumber(code.chattering)}</td>
              <td data-label={t('quality.names.standing')}>{formatNumber(code.standing)}</td>
              <td className="alarm-quality-act">
                <NoisyCodeActions
                  code={code}
                  {...place}
                  onOpen={(push) => setRequest({ ...place, code, ...(push && { push }) })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      {request && <OpenSetting {...request} onClose={() => setRequest(undefined)} />}
    </div>
  );
}
