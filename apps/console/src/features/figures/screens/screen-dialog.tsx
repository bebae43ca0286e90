import {
  areaUnits,
  langs,
  sceneKinds,
  screenCalls,
  siteCalls,
  volumeUnits,
  type Screen,
} from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useSession } from '../../../kit/api/session.ts';
import { FormDialog } from '../../../kit/form/form-dialog.tsx';
import { currentLang, langNames } from '../../../kit/format/lang.ts';
import { readerProfile } from '../../../kit/format/reader.ts';
import { useCompanyChoices } from '../../../shared/company-filter/use-company-choices.ts';
import { SceneFields } from './scene-fields.tsx';
import type { NewLink } from './screen-link-dialog.tsx';

interface Props {
  /** The display to edit. Without it the dialog creates one. */
  screen?: Screen;
  onAdded: (link: NewLink) => void;
  onClose: () => void;
}

/** Unit signs are not translated. */
const areaSigns = { M2: 'm²', FT2: 'ft²' } as const;
const defaultSeconds = 15;

/** The fields of the form; the call accepts no others. */
const valuesOf = (screen: Screen) => ({
  id: screen.id,
  version: screen.version,
  name: screen.name,
  siteId: screen.site?.id ?? null,
  scenes: screen.scenes,
  lang: screen.lang,
  area: screen.area,
  volume: screen.volume,
  showSn: screen.showSn,
  showAddress: screen.showAddress,
});

const defaultValues = (companyId: string) => ({
  companyId,
  name: '',
  siteId: null,
  scenes: sceneKinds.map((kind) => ({ kind, seconds: defaultSeconds })),
  lang: currentLang(),
  area: readerProfile().area ?? 'M2',
  volume: readerProfile().volume ?? 'LITRE',
  showSn: false,
  showAddress: false,
});

/** Creates or edits a display: what it shows, in which order and in which language. */
export function ScreenDialog({ screen, onAdded, onClose }: Props) {
  const { t } = useTranslation('figures/screens');
  const user = useSession();
  return screen ? (
    <FormDialog
      title={t('editTitle', { name: screen.name })}
      call={screenCalls.update}
      submit={t('save')}
      initial={valuesOf(screen)}
      onClose={onClose}
    >
      <ScreenFields companyId={screen.companyId} />
    </FormDialog>
  ) : (
    <FormDialog
      title={t('addTitle')}
      call={screenCalls.add}
      submit={t('add')}
      done={null}
      initial={defaultValues(user?.companyId ?? '')}
      after={({ token, screen: { name } }) => {
        onClose();
        onAdded({ name, token });
      }}
      onClose={onClose}
    >
      <CompanyField />
      <ScreenFields />
    </FormDialog>
  );
}

/** Hidden while there is only one company to choose. */
function CompanyField() {
  const { t } = useTranslation('figures/screens');
  const { options, search } = useCompanyChoices();
  const form = Form.useFormInstance();
  if (options.length < 2) return null;
  return (
    <Form.Item name="companyId" label={t('company')} extra={t('companyHint')}>
      <Select
        options={options}
        showSearch={{ onSearch: search, filterOption: false }}
        onChange={() => form.setFieldValue('siteId', null)}
      />
    </Form.Item>
  );
}

function ScreenFields({ companyId }: { companyId?: string }) {
  const { t } = useTranslation('figures/screens');
  return (
    <>
      <Form.Item name="name" label={t('name')}>
        <Input maxLength={60} autoComplete="off" placeholder={t('nameExample')} />
      </Form.Item>
      <SiteField companyId={companyId} />
      <SceneFields />
      <div className="screen-row">
        <Form.Item name="lang" label={t('lang')}>
          <Select options={langs.map((value) => ({ value, label: langNames[value] }))} />
        </Form.Item>
        <Form.Item name="area" label={t('area')}>
          <Select options={areaUnits.map((value) => ({ value, label: areaSigns[value] }))} />
        </Form.Item>
        <Form.Item name="volume" label={t('volume')}>
          <Select options={volumeUnits.map((value) => ({ value, label: t(`volumes.${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item label={t('details')} extra={t('detailsHint')}>
        <Form.Item name="showSn" valuePropName="checked" noStyle>
          <Checkbox>{t('serialNumbers')}</Checkbox>
        </Form.Item>
        <Form.Item name="showAddress" valuePropName="checked" noStyle>
          <Checkbox>{t('addresses')}</Checkbox>
        </Form.Item>
      </Form.Item>
    </>
  );
}

/** The sites of the chosen company; the server also accepts those of the companies below it. */
function SiteField({ companyId }: { companyId: string | undefined }) {
  const { t } = useTranslation('figures/screens');
  const form = Form.useFormInstance();
  const chosen = (Form.useWatch('companyId', form) as string | undefined) ?? companyId;
  const { data } = useQuery(
    callQuery(siteCalls.list, { pageSize: 99, ...(chosen && { companyId: chosen }) }),
  );
  return (
    <Form.Item name="siteId" label={t('shows')}>
      <Select
        allowClear
        placeholder={t('wholeCompany')}
        options={(data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onClear={() => form.setFieldValue('siteId', null)}
      />
    </Form.Item>
  );
}
