package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.testkit.TestLayer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every layout: samples come back, and damaged ones are read or refused. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FormatContract {
  static final long SEED =
      Optional.ofNullable(System.getProperty("azulejo.seed"))
          .filter(s -> !s.isBlank())
          .map(Long::parseLong)
          .orElse(20_261_121L);

  /**
   * Every how many-th byte is tried; a prime, so that all places within numbers have their turn.
   */
  private static final int STEP = TestLayer.cases(1, 7);

  /**
   * A structure as bytes.
   *
   * @param name what it is
   * @param bytes the bytes
   * @param recode decodes and encodes again
   * @param openEnded whether fewer bytes can be such a structure, too
   */
  record Sample(String name, Slice bytes, UnaryOperator<Slice> recode, boolean openEnded) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** The number of damaged structures that each test saw refused. */
  private final Map<String, Integer> refusals = new TreeMap<>();

  /** The structures to try. */
  abstract Stream<Sample> samples();

  @BeforeAll
  final void printSeed() {
    System.out.println("azulejo.seed=" + SEED);
  }

  @ParameterizedTest
  @MethodSource("samples")
  void comesBackAsItWas(Sample sample) {
    assertThat(hex(sample.recode().apply(sample.bytes()))).isEqualTo(hex(sample.bytes()));
  }

  @ParameterizedTest
  @MethodSource("samples")
  void refusesToBeCutShort(Sample sample) {
    for (int length = 0; length < sample.bytes().length(); length += STEP) {
      Slice cut = Slice.of(sample.bytes().slice(0, length).toBytes());
      if (!sample.openEnded()) {
        assertThatThrownBy(() -> sample.recode().apply(cut), "%s cut to %d", sample.name(), length)
            .isInstanceOf(CorruptDataException.class);
      } else {
        recodesOrRefuses("cut short", sample, cut);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void survivesFlippedBits(Sample sample) {
    Random random = new Random(SEED);
    for (int i = 0; i < TestLayer.cases(400, 60); i++) {
      byte[] bytes = sample.bytes().toBytes();
      for (int flips = 1 + random.nextInt(2); flips > 0; flips--) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      }
      recodesOrRefuses("flipped bits", sample, Slice.of(bytes));
    }
  }

  @ParameterizedTest
  @MethodSource("samples")
  void survivesHugeNumbers(Sample sample) {
    for (int at = 0; at + Long.BYTES <= sample.bytes().length(); at += STEP) {
      for (int width : new int[] {Integer.BYTES, Long.BYTES}) {
        for (int top : new int[] {0x7f, 0xff}) {
          byte[] bytes = sample.bytes().toBytes();
          Arrays.fill(bytes, at, at + width, (byte) 0xff);
          bytes[at + width - 1] = (byte) top;
          recodesOrRefuses("huge numbers", sample, Slice.of(bytes));
        }
      }
    }
  }

  @AfterAll
  final void eachTestSawDamageRefused() {
    assertThat(refusals)
        .allSatisfy((test, count) -> assertThat(count).isGreaterThan(TestLayer.cases(100, 10)));
  }

  private void recodesOrRefuses(String test, Sample sample, Slice bytes) {
    refusals.merge(test, 0, Integer::sum);
    try {
      // Signalling NaNs among 4-byte bounds become quiet ones; what was encoded once, stays.
      Slice once = sample.recode().apply(bytes);
      assertThat(once.length()).isEqualTo(bytes.length());
      assertThat(hex(sample.recode().apply(once))).isEqualTo(hex(once));
    } catch (CorruptDataException | UnsupportedFormatException refused) {
      assertThat(refused.getMessage()).isNotBlank();
      refusals.merge(test, 1, Integer::sum);
    }
  }

  private static String hex(Slice bytes) {
    return HexFormat.of().formatHex(bytes.toBytes());
  }
}
