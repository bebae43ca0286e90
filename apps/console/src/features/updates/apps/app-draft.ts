import { noTexts, type AppDetail, type Sent, type appCalls } from '@sweepline/contract';

export type AppDraft = Sent<typeof appCalls.add>;

/** An app as its form has it. */
export function draftOf(row?: AppDetail): Partial<AppDraft> {
  if (!row)
    return {
      platform: 'ROBOT_SCREEN',
      category: 'OPERATION',
      models: [],
      companyIds: [],
      descriptions: noTexts,
      iconFileId: null,
      screenshotFileIds: [],
    };
  const { name, packageId, platform, category, publisher, descriptions, iconFileId } = row;
  return {
    name,
    packageId,
    platform,
    category,
    publisher,
    descriptions,
    iconFileId,
    // The list of models is that of the contract, which the server has checked.
    models: row.models as NonNullable<AppDraft['models']>,
    companyIds: row.companies.map(({ id }) => id),
    screenshotFileIds: row.screenshots.map(({ fileId }) => fileId),
  };
}
