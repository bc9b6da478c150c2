package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Fragments of random dense arrays are merged; what is read afterwards is what was read before.
 * Another seed: {@code -Dazulejo.seed=N}; so many arrays: {@code -Dazulejo.arrays=N}.
 */
class DenseMergeTest {
  private static final List<Layout> LAYOUTS =
      List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER);

  private final long seed = Long.getLong("azulejo.seed", 4711L);

  private static DenseArray random(Random random) {
    EncryptionKey key =
        EncryptionKey.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
    RandomSchemas schemas = new RandomSchemas(random);
    int version = random.nextInt(3) == 0 ? 23 : 7 + random.nextInt(16);
    while (true) {
      DenseArray array =
          new DenseArray(
              Storage.inMemory(),
              random.nextInt(6) == 0 ? Optional.of(key) : Optional.empty(),
              random);
      ArraySchema schema = schemas.dense();
      boolean ordered =
          schema.attributes().stream().anyMatch(a -> a.order() != DataOrder.UNORDERED);
      if (ordered || (version < 23 && !schema.enumerations().isEmpty())) {
        continue;
      }
      try {
        array.create(version, schema);
        return array;
      } catch (UnsupportedFormatException e) {
        continue; // something in it is newer
      }
    }
  }

  private static long budget(Random random) {
    return 1L << 10 + random.nextInt(20);
  }

  private static boolean evolve(DenseArray array, Random random, long time) {
    for (Attribute attribute : new RandomSchemas(random).dense().attributes()) {
      if (attribute.enumeration().isEmpty() && attribute.order() == DataOrder.UNORDERED) {
        try {
          Attribute added = renamed(attribute, "new" + time);
          array.evolve(added, time);
          return true;
        } catch (UnsupportedFormatException | InvalidRequestException e) {
          return false; // an array of that version cannot
        }
      }
    }
    return false;
  }

  private static Attribute renamed(Attribute attribute, String name) {
    return Attribute.builder(name, attribute.type())
        .cellValNum(attribute.cellValNum())
        .filters(attribute.filters())
        .nullable(attribute.nullable())
        .fill(attribute.fill())
        .fillValid(attribute.fillValid())
        .build();
  }

  @Test
  void readsAreTheSameAfterwards() {
    TreeSet<Integer> versions = new TreeSet<>();
    int several = 0;
    int evolved = 0;
    long copied = 0;
    long tiled = 0;
    for (int i = 0; i < Integer.getInteger("azulejo.arrays", TestLayer.cases(300, 100)); i++) {
      Random random = new Random(seed + i);
      String message = "-Dazulejo.seed=" + (seed + i);
      try {
        DenseArray array = random(random);
        List<String> inputs = new ArrayList<>();
        for (int f = 0; f < 1 + random.nextInt(5); f++) {
          if (random.nextInt(4) == 0) {
            evolved += evolve(array, random, 10 * (f + 1) + 5) ? 1 : 0;
          }
          try {
            inputs.addAll(array.write(array.box(), 10 * (f + 2)));
          } catch (InvalidRequestException e) {
            break; // filters that arrays of that version cannot write
          }
        }
        if (inputs.isEmpty()) {
          continue;
        }
        NDRange box = array.array().nonEmptyDomain().orElseThrow();
        List<List<List<String>>> before = new ArrayList<>();
        LAYOUTS.forEach(layout -> before.add(array.cells(box, layout)));
        long most = random.nextInt(3) == 0 ? 1 + random.nextInt(3000) : Long.MAX_VALUE;
        MergedFragments merged = array.merge(budget(random), most, random.nextInt(3));
        assertThat(array.array().fragments()).as(message).hasSize(inputs.size());
        array.replace(inputs, merged);
        several += merged.names().size() > 1 ? 1 : 0;
        List<FragmentInfo> fragments = array.array().fragments();
        assertThat(fragments).as(message).hasSize(merged.names().size());
        assertThat(array.array().nonEmptyDomain()).as(message).contains(box);
        for (int l = 0; l < LAYOUTS.size(); l++) {
          assertThat(array.cells(box, LAYOUTS.get(l))).as(message).isEqualTo(before.get(l));
        }
        try (Tasks tasks = new Tasks(0, 0)) {
          long tiles = 0;
          for (Fragment fragment : array.snapshot(tasks).fragments()) {
            tiles += fragment.tiles();
            assertThat(fragment.name().t1()).as(message).isEqualTo(20);
            assertThat(fragment.name().t2()).as(message).isEqualTo(10 * (inputs.size() + 1L));
            versions.add(Integer.valueOf(fragment.version().toString()));
          }
          assertThat(merged.tiles()).as(message).isEqualTo(tiles);
          tiled += tiles;
          copied += merged.tilesCopied();
        }
        if (fragments.size() == 1) {
          assertThat(array.sections()).as(message).isEqualTo(array.sectionsOfOneWrite(box));
        }
      } catch (RuntimeException e) {
        throw new AssertionError(message, e);
      }
    }
    assertThat(versions).contains(7, 12, 23);
    System.out.println("merged: %d tiles, %d of them copied".formatted(tiled, copied));
    assertThat(List.of(several, evolved)).allMatch(times -> times > 0);
    assertThat(copied).isBetween(tiled / 20, tiled);
  }

  @Test
  void tilesOfManyFragmentsArePutTogetherPieceByPiece() {
    NDRange box = NDRange.of(Range.of(500, 18_500));
    for (int bits = 12; bits < 30; bits += 3) {
      DenseArray array = new DenseArray(Storage.inMemory(), Optional.empty(), new Random(seed));
      array.create(
          23,
          TestSchemas.of(
              "dense(x INT16 -100..19000/7000) a INT32 nullable, b STRING_UTF8 var "
                  + "nullable, c BLOB var"));
      List<String> inputs = new ArrayList<>();
      if (bits % 2 == 0) {
        inputs.addAll(array.write(box, 20));
      }
      for (int i = 0; i <= 20; i++) {
        if (i == 7) {
          array.evolve(SchemaEvolution.builder().dropAttribute("c").build(), 30);
          Attribute back = Attribute.builder("c", Datatype.BLOB).var().nullable().build();
          Attribute other = Attribute.builder("d", Datatype.CHAR).var().fill("fill").build();
          array.evolve(
              SchemaEvolution.builder().addAttribute(back).addAttribute(other).build(), 31);
        }
        long low = 500 + i * 800;
        inputs.addAll(
            array.write(NDRange.of(Range.of(low, low + (i == 20 ? 2_000 : 700))), 40 + i));
      }
      List<List<String>> before = array.cells(box, Layout.ROW_MAJOR);
      MergedFragments merged = array.merge(1L << bits, Long.MAX_VALUE, bits % 3);
      array.replace(inputs, merged);
      assertThat(merged.tiles()).isEqualTo(3);
      assertThat(array.cells(box, Layout.ROW_MAJOR)).as("budget of 2^" + bits).isEqualTo(before);
      assertThat(array.sections())
          .as("budget of 2^" + bits)
          .isEqualTo(array.sectionsOfOneWrite(box));
    }
  }
}
