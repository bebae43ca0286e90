import { aiImageStates, aiLabelStates, aiProjectCalls, siteCalls } from '@sweepline/contract';
import { cameras } from '@sweepline/contract/robot';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { ChoiceFilter } from '../../../kit/list/filter/choice-filter.tsx';
import { PeriodFilter } from '../../../kit/list/filter/period-filter.tsx';
import { useDeviceChoices } from '../../../shared/robot/use-device-choices.ts';

const useProjects = () =>
  useQuery({
    ...callQuery(aiProjectCalls.list, { pageSize: 99 }),
    enabled: may(aiProjectCalls.list.allow),
  }).data?.list ?? [];

/** The filters that are always visible. */
export function ImageFilters() {
  const { t } = useTranslation('ai/images');
  const projects = useProjects();
  const projectId = useSearchParams()[0].get('projectId');
  const classes = projects.find(({ id }) => id === projectId)?.classes ?? [];
  return (
    <>
      <ChoiceFilter
        name="projectId"
        label={t('project')}
        options={projects.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter
        name="labelState"
        label={t('labelState')}
        options={aiLabelStates.map((value) => ({ value, label: t(`labelStates.${value}`) }))}
      />
      <ChoiceFilter
        name="state"
        label={t('state')}
        options={aiImageStates.map((value) => ({ value, label: t(`states.${value}`) }))}
      />
      {classes.length > 0 && (
        <ChoiceFilter
          name="classId"
          label={t('class')}
          options={classes.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <PeriodFilter />
    </>
  );
}

/** The rarer filters. */
export function MoreFilters() {
  const { t } = useTranslation('ai/images');
  const { t: ofVideo } = useTranslation('video');
  const chosen = useSearchParams()[0].get('deviceId') ?? undefined;
  const devices = useDeviceChoices(chosen);
  const sites =
    useQuery({ ...callQuery(siteCalls.list, { pageSize: 99 }), enabled: may(siteCalls.list.allow) }).data
      ?.list ?? [];
  return (
    <>
      <ChoiceFilter
        name="siteId"
        label={t('site')}
        options={sites.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <ChoiceFilter name="deviceId" label={t('robot')} options={devices.options} onSearch={devices.search} />
      <ChoiceFilter
        name="camera"
        label={t('camera')}
        options={cameras.map((value) => ({ value, label: ofVideo(`camera.${value}`) }))}
      />
      <ChoiceFilter
        name="similar"
        label={t('similar')}
        options={[{ value: 'true', label: t('similarOnly') }]}
      />
    </>
  );
}
