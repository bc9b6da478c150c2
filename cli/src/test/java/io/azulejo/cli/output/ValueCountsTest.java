package io.azulejo.cli.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ValueCountsTest {
  private final ValueCounts counts = new ValueCounts();

  @Test
  void countsFewValuesExactly() {
    add("red", 5);
    add("", 2);
    add("blue", 7);
    assertThat(counts.distinct()).isEqualTo(3);
    assertThat(counts.isExact()).isTrue();
    assertThat(texts(counts.mostFrequent(2))).containsExactly("blue 7", "red 5");
  }

  @Test
  void leavesOutValuesThatOccurOnceUnlessAllAreShown() {
    add("a", 1);
    add("b", 1);
    assertThat(texts(counts.mostFrequent(2))).containsExactly("a 1", "b 1");
    add("c", 1);
    assertThat(counts.mostFrequent(2)).isEmpty();
    add("c", 1);
    assertThat(texts(counts.mostFrequent(2))).containsExactly("c 2");
  }

  @Test
  void isExactUpToTheMostValues() {
    for (int i = 0; i < ValueCounts.MAX_VALUES; i++) {
      add(i);
    }
    assertThat(counts.isExact()).isTrue();
    assertThat(counts.distinct()).isEqualTo(ValueCounts.MAX_VALUES);
    add(-1);
    assertThat(counts.isExact()).isFalse();
    assertThat(counts.distinct()).isCloseTo(ValueCounts.MAX_VALUES + 1, within(300L));
  }

  @Test
  void estimatesManyValuesAndFindsTheFrequentOnes() {
    int many = 500_000;
    for (int i = 0; i < many; i++) {
      add(i);
      if (i % 10 == 0) {
        add(-7);
      }
      if (i % 25 == 0) {
        add(-8);
      }
    }
    assertThat(counts.distinct()).isCloseTo(many + 2, within(many / 33L));
    assertThat(counts.countsAreExact()).isFalse();
    List<ValueCounts.Frequent> mostFrequent = counts.mostFrequent(3);
    assertThat(mostFrequent.stream().map(m -> ByteBuffer.wrap(m.value()).getInt()))
        .containsExactly(-7, -8);
    assertThat(mostFrequent.get(0).count()).isBetween(50_000L, 50_200L);
    assertThat(mostFrequent.get(1).count()).isBetween(20_000L, 20_200L);
  }

  @Test
  void longTextsStayWithinBounds() {
    byte[] text = new byte[ValueCounts.LONGEST];
    for (int i = 0; i < 5000; i++) {
      ByteBuffer.wrap(text).putInt(i);
      counts.add(text, 0, text.length);
      add("often", 1);
    }
    assertThat(counts.distinct()).isCloseTo(5001, within(150L));
    assertThat(texts(counts.mostFrequent(1))).singleElement().asString().startsWith("often 5");
  }

  @Test
  void valuesThatAreTooLongToKeepAreDifferentOnesStill() {
    byte[] text = new byte[ValueCounts.LONGEST + 1];
    add("short", 3);
    counts.add(text, 0, text.length);
    text[0] = 1;
    counts.add(text, 0, text.length);
    assertThat(counts.distinct()).isEqualTo(3);
    assertThat(counts.isExact()).isFalse();
    assertThat(counts.countsAreExact()).isTrue();
    assertThat(texts(counts.mostFrequent(3))).containsExactly("short 3");
  }

  private void add(String text, int times) {
    byte[] bytes = ("-" + text + "-").getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < times; i++) {
      counts.add(bytes, 1, bytes.length - 2);
    }
  }

  private void add(int number) {
    counts.add(ByteBuffer.allocate(Integer.BYTES).putInt(number).array(), 0, Integer.BYTES);
  }

  private static List<String> texts(List<ValueCounts.Frequent> mostFrequent) {
    return mostFrequent.stream()
        .map(m -> new String(m.value(), StandardCharsets.UTF_8) + " " + m.count())
        .toList();
  }
}
