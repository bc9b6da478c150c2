package io.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void listsNamesWithAndWithoutQuotes() {
    assertThat(Words.list("a, b ,\"b c\",\"\",\"x,\\\"y\\\\\"", "--fields"))
        .containsExactly("a", "b", "b c", "", "x,\"y\\");
  }

  @Test
  void takesBytesInQuotes() {
    assertThat(Words.list("\"gr\\xc3\\xbcn\"", "--fields")).containsExactly("grün");
    String odd = Words.list("\"\\xff\"", "--fields").get(0);
    assertThat(Words.quoted(odd)).isEqualTo("\"\\xff\"");
  }

  @Test
  void saysWhatIsWrongWithAList() {
    assertThatThrownBy(() -> Words.list("a,,b", "--fields"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("--fields a,,b: a name is missing; the empty name is written \"\"");
    assertThatThrownBy(() -> Words.list("\"a", "--fields")).hasMessageContaining("not closed");
    assertThatThrownBy(() -> Words.list("\"a\"b", "--fields")).hasMessageContaining("\"b\" is too");
    assertThatThrownBy(() -> Words.list("\"\\n\"", "--fields")).hasMessageContaining("backslash");
  }

  @Test
  void quotesNamesThatNeedIt() {
    assertThat(Words.quoted("plain_1.x")).isEqualTo("plain_1.x");
    assertThat(Words.quoted("größe")).isEqualTo("größe");
    assertThat(Words.quoted("")).isEqualTo("\"\"");
    assertThat(Words.quoted("a b")).isEqualTo("\"a b\"");
    assertThat(Words.quoted("a..b")).isEqualTo("\"a..b\"");
    assertThat(Words.quoted("a\"\n")).isEqualTo("\"a\\\"\\x0a\"");
  }

  @Test
  void whatIsQuotedIsReadBack() {
    for (String name : new String[] {"a b", "", "日本,=", "a\\\"b", "\u0001\u007f", "x=1..2"}) {
      assertThat(Words.list(Words.quoted(name), "--fields")).containsExactly(name);
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      assertThat(Words.of(Words.quotedText(bytes), "x").next("").bytes()).isEqualTo(bytes);
    }
  }
}
