import { invitationCalls, pages } from '@sweepline/contract';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import { check } from './check.ts';
import { NewPasswordFields } from './new-password-fields.tsx';

interface Values {
  username: string;
  nickname: string;
  password: string;
  again: string;
}
const { username: nameRule, nickname: nicknameRule } = invitationCalls.accept.input.shape;

/** Form for the name and the password of the new account. Each field shows its own error. */
export function AcceptForm({ token, onAccepted }: { token: string; onAccepted: (username: string) => void }) {
  const { t } = useTranslation('people/invitations');
  const [form] = Form.useForm<Values>();
  const accept = useAction(invitationCalls.accept, {
    done: null,
    after: ({ username }) => onAccepted(username),
  });

  const submit = ({ again: _again, ...values }: Values) =>
    accept.mutate(
      { token, ...values },
      {
        onError: (error) => {
          if (!(error instanceof CallError)) return;
          form.setFields(
            Object.entries(error.fields).map(([name, reason]) => ({
              name: name as keyof Values,
              errors: [reason],
            })),
          );
        },
      },
    );
  return (
    <Form
      form={form}
      className="invitation-form"
      layout="vertical"
      requiredMark={false}
      validateTrigger="onBlur"
      onFinish={submit}
    >
      <Form.Item
        name="username"
        label={t('username')}
        extra={t('usernameHint')}
        rules={[{ validator: (_, value) => check(nameRule.safeParse(value).success, t('usernameWrong')) }]}
      >
        <Input autoFocus maxLength={60} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="nickname"
        label={t('nickname')}
        rules={[
          { validator: (_, value) => check(nicknameRule.safeParse(value).success, t('nicknameMissing')) },
        ]}
      >
        <Input maxLength={60} autoComplete="name" />
      </Form.Item>
      <NewPasswordFields />
      <p className="invitation-texts">
        <a href={pages.agreementTexts({ kind: 'TERMS' })} target="_blank" rel="noreferrer">
          {t('terms')}
        </a>
        <a href={pages.agreementTexts({ kind: 'PRIVACY' })} target="_blank" rel="noreferrer">
          {t('privacy')}
        </a>
      </p>
      <Button look="main" type="submit" busy={accept.isPending} className="invitation-submit">
        {t('accept')}
      </Button>
    </Form>
  );
}
