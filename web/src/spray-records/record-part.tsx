import { Text, Title } from '@mantine/core';
import { useWords } from '../ui/language.tsx';
import type { Answers, Question } from './answers.ts';
import { RecordQuestions } from './record-questions.tsx';
import { recordWords } from './record-words.ts';

interface RecordPartProps {
  asked: readonly Question[];
  answers: Answers;
  onChange(answers: Answers): void;
}

/** What the law asks for, in the report of the crew. */
export function RecordPart({ asked, answers, onChange }: RecordPartProps) {
  const { form: words } = useWords(recordWords);
  return (
    <section aria-label={words.title}>
      <Title order={3} size="h4">
        {words.title}
      </Title>
      <Text c="dimmed" mb="xs">
        {words.hint}
      </Text>
      <RecordQuestions asked={asked} answers={answers} onChange={onChange} />
    </section>
  );
}
