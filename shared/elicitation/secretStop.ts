import type { FormContent } from './checkForm.ts';
import type { FormField } from './form.ts';
import { isSecretAnswer } from './secretWords.ts';

/** The member of an answer by which the person says that a form may have what looks like a secret. No field of a form can have this name. */
export const sendAnyway = '\u0000send-anyway';

/** A form as far as its secrets go; `secretLooking` is about its message. */
export interface SecretForm {
  readonly fields: readonly Pick<FormField, 'key' | 'kind' | 'secretLooking'>[];
  readonly secretLooking: boolean;
}

/** The fields whose answers look like secrets, by key: for what they were asked as, or for what they are (S34). */
export function secretAnswers({ fields, secretLooking }: SecretForm, content: FormContent): readonly string[] {
  return fields
    .filter(({ key, kind, secretLooking: asked }) => {
      const value = content[key];
      if ((kind !== 'text' && kind !== 'number') || value === undefined) return false;
      return asked || secretLooking || isSecretAnswer(String(value));
    })
    .map(({ key }) => key);
}
