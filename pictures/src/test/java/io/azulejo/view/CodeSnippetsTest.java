package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.text.value.ShellWord;
import org.junit.jupiter.api.Test;

/** Quoted words; {@code ViewCodeTest} of the command line runs whole commands. */
class CodeSnippetsTest {
  @Test
  void wordsAreQuotedWhereTheyHaveToBe() {
    assertThat(ShellWord.quoted("a/b-c_1.5=2..3")).isEqualTo("a/b-c_1.5=2..3");
    assertThat(ShellWord.quoted("it's $HOME")).isEqualTo("'it'\\''s $HOME'");
    assertThat(CodeSnippets.literal("a\"b\\c\nd\u0001")).isEqualTo("\"a\\\"b\\\\c\\nd\\u0001\"");
  }
}
