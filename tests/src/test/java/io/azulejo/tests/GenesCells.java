package io.azulejo.tests;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Variants of genes, like those of the benchmark: dimensions of text in runs, duplicates,
 * attributes of variable length and with nulls. Each stretch of positions fills one tile, in which
 * one contig follows the other.
 */
final class GenesCells {
  /** The contigs, {@code chr1} and so on, each of as many cells. */
  static final int CONTIGS = 4;

  /** The cells of a contig in a stretch of positions. */
  static final int OF_CONTIG = 8192;

  /** The cells in a stretch of positions. */
  static final int OF_STRETCH = CONTIGS * OF_CONTIG;

  /** The positions of a stretch: the extent of the dimension. */
  static final int STRETCH = 1 << 20;

  /** The distance of one cell of a contig to the next. */
  static final int STEP = STRETCH / OF_CONTIG;

  /** The samples of each contig, {@code S1000} and so on: one after the other along it. */
  static final int SAMPLES = 2000;

  /** The files of the fields in a fragment. */
  static final List<String> FILES =
      List.of(
          "a0.tdb",
          "a0_var.tdb",
          "a1.tdb",
          "a1_var.tdb",
          "a2.tdb",
          "a2_validity.tdb",
          "a3.tdb",
          "d0.tdb",
          "d0_var.tdb",
          "d1.tdb",
          "d2.tdb",
          "d2_var.tdb");

  private GenesCells() {}

  /**
   * The schema.
   *
   * @param capacity the cells of a tile
   */
  static ArraySchema schema(int capacity) {
    Filter zstd = Filter.zstd(3);
    return ArraySchema.sparse()
        .allowsDuplicates(true)
        .capacity(capacity)
        .dimension(runs("contig"))
        .dimension(
            Dimension.builder("pos", Datatype.UINT32)
                .domain(Range.of(0, 1L << 31))
                .extent(STRETCH)
                .filters(Filter.doubleDelta(), zstd)
                .build())
        .dimension(runs("sample"))
        .attribute(letters("ref", zstd))
        .attribute(letters("alt", zstd))
        .attribute(Attribute.builder("qual", Datatype.FLOAT32).nullable(true).filters(zstd).build())
        .attribute(Attribute.builder("dp", Datatype.INT32).filters(zstd).build())
        .build();
  }

  private static Dimension runs(String name) {
    return Dimension.builder(name, Datatype.STRING_ASCII).filters(Filter.rle()).build();
  }

  private static Attribute letters(String name, Filter filter) {
    return Attribute.builder(name, Datatype.STRING_ASCII).var().filters(filter).build();
  }

  /**
   * Some cells, in an order that is not that of the array.
   *
   * @param count a multiple of the number of contigs, but not of 7919
   */
  static Batch batch(int count) {
    Random random = new Random(3);
    String[] contig = new String[count];
    long[] pos = new long[count];
    String[] sample = new String[count];
    String[] ref = new String[count];
    String[] alt = new String[count];
    List<Object> qual = new ArrayList<>();
    long[] dp = new long[count];
    for (int i = 0; i < count; i++) {
      int cell = (int) (i * 7919L % count);
      int ofContig = cell / CONTIGS;
      int number = cell % CONTIGS;
      contig[i] = "chr" + (1 + number);
      pos[i] = (long) ofContig * STEP;
      sample[i] = "S" + (1000 + number * SAMPLES + ofContig % SAMPLES);
      ref[i] = letters(random, 1);
      alt[i] = letters(random, 1 + ofContig % 2);
      qual.add(random.nextInt(10) == 0 ? null : Float.valueOf(random.nextInt(1000) / 10f));
      dp[i] = random.nextInt(200);
    }
    return Batch.of(
        Column.of("contig", Datatype.STRING_ASCII, contig),
        Column.of("pos", Datatype.UINT32, pos),
        Column.of("sample", Datatype.STRING_ASCII, sample),
        Column.of("ref", Datatype.STRING_ASCII, ref),
        Column.of("alt", Datatype.STRING_ASCII, alt),
        Column.of("qual", Datatype.FLOAT32, qual),
        Column.of("dp", Datatype.INT32, dp));
  }

  private static String letters(Random random, int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < number; i++) {
      text.append("ACGT".charAt(random.nextInt(4)));
    }
    return text.toString();
  }
}
