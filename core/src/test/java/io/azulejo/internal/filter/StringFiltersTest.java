package io.azulejo.internal.filter;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Strings that hold their offsets. */
class StringFiltersTest {
  private static final Filter RLE = Filter.rle();
  private static final Filter DICTIONARY = Filter.dictionary();
  private static final List<String> SAMPLE = List.of("aa", "aa", "bbb", "", "aa");

  private final Scratch scratch = new Scratch();
  private final RandomTiles tiles = RandomTiles.seeded();

  @ParameterizedTest
  @CsvSource({
    "RLE, 0100000000000000090000000f000000160000000000000001000000090000000f000000"
        + "280000000101020261610103626262010001026161",
    "DICTIONARY, 0100000000000000090000000500000022000000000000000100000009000000050000002800"
        + "000001010800000002616103626262000000010200"
  })
  void encodesAndDecodesTheBytesOfTheReference(String filter, String hex) {
    TileCodec codec = codec(filter.equals("RLE") ? RLE : DICTIONARY);
    Slice filtered = encode(codec, SAMPLE);
    assertThat(HexFormat.of().formatHex(filtered.toBytes())).isEqualTo(hex);
    assertThat(decode(codec, filtered, SAMPLE)).isEqualTo(SAMPLE);
  }

  @Test
  void decodesWhatTheReferenceCompressedOnceMore() {
    String hex =
        "01000000000000000900000029000000180000000100000001000000160000001800"
            + "00000f00000011000000f0070000000001000000090000000f000000280000000101f0000202616101"
            + "03626262010001026161";
    TileCodec codec = codec(RLE, Filter.lz4());
    Slice filtered = Slice.of(HexFormat.of().parseHex(hex));
    assertThat(decode(codec, filtered, SAMPLE)).isEqualTo(SAMPLE);
  }

  @Test
  void givesBackStringsOfAllWidths() {
    String longest = "x".repeat(70_000);
    String longer = "y".repeat(300);
    List<List<String>> samples = new ArrayList<>();
    samples.add(List.of(""));
    samples.add(List.of("only"));
    samples.add(Collections.nCopies(255, ""));
    samples.add(Collections.nCopies(256, "same"));
    samples.add(Collections.nCopies(70_000, "same"));
    // The longest string last: its width is found, too.
    samples.add(List.of("a", "b", longer));
    samples.add(List.of("a", longest, "b", longest));
    samples.add(IntStream.range(0, 3000).mapToObj(i -> "s" + i % 700).toList());
    for (List<String> sample : samples) {
      for (Filter filter : List.of(RLE, DICTIONARY)) {
        for (Filter[] filters :
            new Filter[][] {
              {filter},
              {filter, Filter.zstd(-1)},
              {filter, Filter.gzip(-1), Filter.md5()},
              {filter, Filter.bitShuffle(), Filter.lz4()},
              {Filter.none(), filter, Filter.sha256()}
            }) {
          TileCodec codec = codec(filters);
          assertThat(decode(codec, encode(codec, sample), sample)).isEqualTo(sample);
        }
      }
    }
  }

  @Test
  void theWidthsAreThoseOfTheLargestNumbers() {
    assertThat(widths(encode(codec(RLE), Collections.nCopies(255, "a")))).isEqualTo("1 1");
    assertThat(widths(encode(codec(RLE), Collections.nCopies(256, "a")))).isEqualTo("2 1");
    assertThat(widths(encode(codec(RLE), Collections.nCopies(70_000, "a")))).isEqualTo("4 1");
    assertThat(widths(encode(codec(RLE), List.of("a", "b".repeat(300))))).isEqualTo("1 2");
    // That of indexes goes by the number of cells.
    assertThat(widths(encode(codec(DICTIONARY), Collections.nCopies(256, "a")))).isEqualTo("2 1");
  }

  private static String widths(Slice filtered) {
    return filtered.getByte(40) + " " + filtered.getByte(41);
  }

  @Test
  void givesBackRandomStrings() {
    for (int round = 0; round < 60; round++) {
      List<String> sample = new ArrayList<>();
      int cells = 1 + tiles.random.nextInt(2000);
      int different = 1 + tiles.random.nextInt(cells);
      while (sample.size() < cells) {
        String string = "w".repeat(tiles.random.nextInt(4)) + tiles.random.nextInt(different);
        sample.addAll(Collections.nCopies(1 + tiles.random.nextInt(3), string));
      }
      TileCodec codec = codec(tiles.random.nextBoolean() ? RLE : DICTIONARY);
      assertThat(decode(codec, encode(codec, sample), sample)).isEqualTo(sample);
    }
  }

  @Test
  void refusesToComeAfterAnotherFilter() {
    TileCodec codec = codec(Filter.zstd(-1), RLE);
    refuses(InvalidRequestException.class, () -> encode(codec, SAMPLE));
  }

  @Test
  void refusesAnotherNumberOfCells() {
    TileCodec codec = codec(RLE);
    Slice filtered = encode(codec, SAMPLE);
    refuses(
        CorruptDataException.class,
        () -> codec.decodeStrings(codec.chunks(filtered, 9), new byte[9], 0, 6, scratch));
  }

  private static TileCodec codec(Filter... filters) {
    return TileCodec.of(
        new TileSpec(FilterPipeline.of(filters), Datatype.STRING_ASCII, 1, true), Optional.empty());
  }

  private Slice encode(TileCodec codec, List<String> strings) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] offsets = new int[strings.size() + 1];
    for (int i = 0; i < strings.size(); i++) {
      bytes.writeBytes(strings.get(i).getBytes(StandardCharsets.US_ASCII));
      offsets[i + 1] = bytes.size();
    }
    return codec.encodeVar(Slice.of(bytes.toByteArray()), offsets, strings.size(), scratch);
  }

  private List<String> decode(TileCodec codec, Slice filtered, List<String> like) {
    int length = like.stream().mapToInt(String::length).sum();
    byte[] target = new byte[length + 10];
    Arrays.fill(target, (byte) 0x5a);
    int[] offsets =
        codec.decodeStrings(codec.chunks(filtered, length), target, 5, like.size(), scratch);
    assertThat(offsets).hasSize(like.size() + 1);
    assertThat(Arrays.copyOf(target, 5)).containsOnly(0x5a);
    assertThat(Arrays.copyOfRange(target, length + 5, length + 10)).containsOnly(0x5a);
    assertThat(codec.givesRuns()).isTrue();
    assertThat(expanded(codec.decodeRuns(codec.chunks(filtered, length), like.size(), scratch)))
        .isEqualTo(like);
    assertThat(strings(codec.decodeCodes(codec.chunks(filtered, length), like.size(), scratch)))
        .isEqualTo(like);
    return IntStream.range(0, like.size())
        .mapToObj(
            i ->
                new String(
                    target, 5 + offsets[i], offsets[i + 1] - offsets[i], StandardCharsets.US_ASCII))
        .toList();
  }

  @Test
  void givesSuccessiveEqualStringsOfADictionaryOnce() {
    TileCodec codec = codec(DICTIONARY);
    List<String> sample = List.of("aa", "aa", "b", "", "", "aa", "b", "b");

    StringRuns runs = codec.decodeRuns(codec.chunks(encode(codec, sample), 9), 8, scratch);

    assertThat(runs.data()).asString(StandardCharsets.US_ASCII).isEqualTo("aabaab");
    assertThat(runs.offsets()).containsExactly(0, 2, 3, 3, 5, 6);
    assertThat(runs.ends()).containsExactly(2, 3, 5, 6, 8);
  }

  @Test
  void givesEachStringOfADictionaryOnce() {
    TileCodec codec = codec(DICTIONARY);
    List<String> sample = List.of("aa", "aa", "b", "", "", "aa", "b", "b");

    StringCodes codes = codec.decodeCodes(codec.chunks(encode(codec, sample), 9), 8, scratch);

    assertThat(codes.data()).asString(StandardCharsets.US_ASCII).isEqualTo("aab");
    assertThat(codes.offsets()).containsExactly(0, 2, 3, 3);
    assertThat(codes.codes()).containsExactly(0, 0, 1, 2, 2, 0, 1, 1);
  }

  @Test
  void givesTheStringsThemselvesIfTheyRarelyRepeat() {
    List<String> sample = List.of("aa", "b", "", "aa");
    for (Filter filter : List.of(RLE, DICTIONARY)) {
      TileCodec codec = codec(filter);

      StringCodes codes = codec.decodeCodes(codec.chunks(encode(codec, sample), 5), 4, scratch);

      assertThat(codes.data()).asString(StandardCharsets.US_ASCII).isEqualTo("aabaa");
      assertThat(codes.offsets()).containsExactly(0, 2, 3, 3, 5);
      assertThat(codes.codes()).isNull();
    }
  }

  private static List<String> strings(StringCodes codes) {
    int cells = codes.offsets().length - 1;
    return (codes.codes() == null ? IntStream.range(0, cells) : Arrays.stream(codes.codes()))
        .mapToObj(
            code -> {
              int from = codes.offsets()[code];
              int length = codes.offsets()[code + 1] - from;
              return new String(codes.data(), from, length, StandardCharsets.US_ASCII);
            })
        .toList();
  }

  private static List<String> expanded(StringRuns runs) {
    List<String> strings = new ArrayList<>();
    for (int run = 0; run < runs.ends().length; run++) {
      int from = runs.offsets()[run];
      int length = runs.offsets()[run + 1] - from;
      String string = new String(runs.data(), from, length, StandardCharsets.US_ASCII);
      strings.addAll(Collections.nCopies(runs.ends()[run] - strings.size(), string));
    }
    return strings;
  }
}
