import { aiDatasetCalls, aiDatasetFormats, type AiDataset } from '@sweepline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../../../kit/api/api.ts';
import { may } from '../../../kit/api/may.ts';
import { saveFile } from '../../../kit/api/save-file.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { DifferenceDialog } from './difference-dialog.tsx';

type Export = { format: (typeof aiDatasetFormats)[number]; companyId: string };

/** Compares a version, or exports the images of one company of it. */
export function DatasetActs({ dataset }: { dataset: AiDataset }) {
  const { t } = useTranslation('ai/datasets');
  const [comparing, setComparing] = useState(false);
  const { id, projectName: project, number, companies } = dataset;
  const exporting = useMutation({
    mutationFn: async (input: Export) =>
      new Blob([await fetchBytes(aiDatasetCalls.export, { id, ...input })]),
    onSuccess: (file, { format }) => saveFile(file, `dataset-${number}-${format.toLowerCase()}.zip`),
  });
  const exports = companies.flatMap(({ id: companyId, name: company }) =>
    aiDatasetFormats.map((format) => ({
      key: `${format} ${companyId}`,
      text: t('export', { format, company }),
      icon: 'download' as const,
      run: () => exporting.mutate({ format, companyId }),
    })),
  );
  return (
    <>
      <RowMenu
        label={t('version', { project, number })}
        items={[
          { key: 'compare', text: t('compare'), icon: 'compare', run: () => setComparing(true) },
          ...(may(aiDatasetCalls.export.allow) ? exports : []),
        ]}
      />
      {comparing && <DifferenceDialog dataset={dataset} onClose={() => setComparing(false)} />}
    </>
  );
}
