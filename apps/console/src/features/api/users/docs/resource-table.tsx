import { openPath, openResources, type OpenResource } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

/** The parameters of the query, from the schema of the resource. */
function parametersOf({ path, input }: OpenResource): string[] {
  const shape = 'shape' in input && typeof input.shape === 'object' ? (input.shape ?? {}) : {};
  return Object.keys(shape).filter((name) => !path.includes(`:${name}`));
}

/** Every resource with the scope that it needs. */
export function ResourceTable() {
  const { t } = useTranslation('api/users/docs');
  const { t: users } = useTranslation('api/users');
  return (
    <PlainTable cards>
      <thead>
        <tr>
          <th scope="col">{t('address')}</th>
          <th scope="col">{t('scope')}</th>
          <th scope="col">{t('parameters')}</th>
        </tr>
      </thead>
      <tbody>
        {Object.values<OpenResource>(openResources).map((resource) => (
          <tr key={resource.path}>
            <th scope="row" data-label={t('address')}>
              <code>
                GET {openPath}
                {resource.path.replace(/:(\w+)/g, '{$1}')}
              </code>
            </th>
            <td data-label={t('scope')}>{users(`scopes.${resource.group}`)}</td>
            <td data-label={t('parameters')}>
              <code>{parametersOf(resource).join(', ') || t('none')}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
