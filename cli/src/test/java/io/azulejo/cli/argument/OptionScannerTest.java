package io.azulejo.cli.argument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.value.QuotedText;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class OptionScannerTest {
  @Test
  void listsNamesWithAndWithoutQuotes() {
    assertThat(OptionScanner.list("a, b ,\"b c\",\"\",\"x,\\\"y\\\\\"", "--fields"))
        .containsExactly("a", "b", "b c", "", "x,\"y\\");
  }

  @Test
  void takesBytesInQuotes() {
    assertThat(OptionScanner.list("\"gr\\xc3\\xbcn\"", "--fields")).containsExactly("grün");
    String odd = OptionScanner.list("\"\\xff\"", "--fields").get(0);
    assertThat(QuotedText.ofName(odd)).isEqualTo("\"\\xff\"");
  }

  @Test
  void saysWhatIsWrongWithAList() {
    assertThatThrownBy(() -> OptionScanner.list("a,,b", "--fields"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("--fields a,,b: a name is missing; write the empty name as \"\"");
    assertThatThrownBy(() -> OptionScanner.list("\"a", "--fields"))
        .hasMessageContaining("not closed");
    assertThatThrownBy(() -> OptionScanner.list("\"a\"b", "--fields"))
        .hasMessageContaining("unexpected \"b\"");
    assertThatThrownBy(() -> OptionScanner.list("\"\\n\"", "--fields"))
        .hasMessageContaining("backslash");
  }

  @Test
  void quotesNamesThatNeedIt() {
    assertThat(QuotedText.ofName("plain_1.x")).isEqualTo("plain_1.x");
    assertThat(QuotedText.ofName("größe")).isEqualTo("größe");
    assertThat(QuotedText.ofName("")).isEqualTo("\"\"");
    assertThat(QuotedText.ofName("a b")).isEqualTo("\"a b\"");
    assertThat(QuotedText.ofName("a..b")).isEqualTo("\"a..b\"");
    assertThat(QuotedText.ofName("a\"\n")).isEqualTo("\"a\\\"\\x0a\"");
  }

  @Test
  void whatIsQuotedIsReadBack() {
    for (String name : new String[] {"a b", "", "日本,=", "a\\\"b", "\u0001\u007f", "x=1..2"}) {
      assertThat(OptionScanner.list(QuotedText.ofName(name), "--fields")).containsExactly(name);
      byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
      assertThat(OptionScanner.of(QuotedText.ofBytes(bytes), "x").next("").bytes())
          .isEqualTo(bytes);
    }
  }
}
