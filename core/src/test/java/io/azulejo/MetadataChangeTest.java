package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Metadata of arrays and groups that is put and removed. */
class MetadataChangeTest {
  private static final Location ARRAY = Location.of("mem://a");
  private static final Location GROUP = Location.of("mem://g");
  private static final ArraySchema SCHEMA = TestSchemas.of("sparse(x INT32 1..8/4) a INT32");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private void put(Location place, String key, MetadataValue value, long time) {
    azulejo
        .array(place)
        .metadata()
        .change(MetadataChange.builder().put(key, value).build(), ChangeOptions.DEFAULT.at(time));
  }

  @Test
  void putsAndRemovesKeysOfArraysAndGroups() {
    azulejo.create(ARRAY, SCHEMA);
    azulejo.group(GROUP).create();
    for (Location place : new Location[] {ARRAY, GROUP}) {
      put(place, "b", MetadataValue.ofString("one"), 10);
      azulejo
          .array(place)
          .metadata()
          .change(
              MetadataChange.builder()
                  .put("é", MetadataValue.ofLongs(1, -2, 3))
                  .put("a", MetadataValue.ofDoubles(0.5))
                  .remove("b")
                  .remove("never")
                  .build(),
              ChangeOptions.DEFAULT.at(20));
    }

    Map<String, MetadataValue> expected =
        Map.of("a", MetadataValue.ofDoubles(0.5), "é", MetadataValue.ofLongs(1, -2, 3));
    assertThat(azulejo.open(ARRAY).metadata()).isEqualTo(expected);
    assertThat(azulejo.open(ARRAY).metadata().keySet()).containsExactly("a", "é");
    assertThat(azulejo.group(GROUP).open().metadata()).isEqualTo(expected);
    assertThat(azulejo.open(ARRAY, TimeRange.until(15)).metadata())
        .isEqualTo(Map.of("b", MetadataValue.ofString("one")));
    assertThat(storage.list(ARRAY.resolve("__meta"))).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(
      value = Datatype.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"ANY"})
  void putsValuesOfAllTypes(Datatype type) {
    azulejo.create(ARRAY, SCHEMA);
    byte[] three = new byte[3 * type.size()];
    for (int i = 0; i < three.length; i++) {
      three[i] = (byte) (i + 1);
    }

    put(ARRAY, "three", MetadataValue.of(type, 3, three), 1);
    put(ARRAY, "none", MetadataValue.of(type, 0, new byte[0]), 2);

    Map<String, MetadataValue> metadata = azulejo.open(ARRAY).metadata();
    assertThat(metadata.get("three").type()).isEqualTo(type);
    assertThat(metadata.get("three").bytes()).isEqualTo(three);
    assertThat(metadata.get("none").count()).isZero();
    assertThat(metadata.get("none").type()).isEqualTo(type);
  }

  @Test
  void theLastChangeOfAKeyWins() {
    azulejo.create(ARRAY, SCHEMA);

    azulejo
        .array(ARRAY)
        .metadata()
        .change(
            MetadataChange.builder()
                .put("a", MetadataValue.ofInts(1))
                .remove("a")
                .remove("b")
                .put("b", MetadataValue.ofInts(2))
                .build());

    assertThat(azulejo.open(ARRAY).metadata()).isEqualTo(Map.of("b", MetadataValue.ofInts(2)));
  }

  @Test
  void changesOfOneMillisecondStayOrdered() {
    azulejo.create(ARRAY, SCHEMA);

    for (int i = 0; i < 50; i++) {
      put(ARRAY, "n", MetadataValue.ofInts(i), 7);
    }

    assertThat(azulejo.open(ARRAY).metadata()).isEqualTo(Map.of("n", MetadataValue.ofInts(49)));
  }

  @Test
  void encryptsWithTheKeyOfTheArray() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 3);
    Azulejo keyed = azulejo.withKey(ARRAY, EncryptionKey.of(key));
    keyed.create(ARRAY, SCHEMA);
    MetadataChange change = MetadataChange.builder().put("k", MetadataValue.ofBytes()).build();

    keyed.array(ARRAY).metadata().change(change);

    assertThat(keyed.open(ARRAY).metadata()).containsKey("k");
    refuses(InvalidRequestException.class, () -> azulejo.array(ARRAY).metadata().change(change));
    assertThat(storage.list(ARRAY.resolve("__meta"))).hasSize(1);
  }

  @Test
  void writesNothingWhereNothingChanges() {
    azulejo.create(ARRAY, SCHEMA);

    azulejo.array(ARRAY).metadata().change(MetadataChange.builder().build());

    assertThat(storage.list(ARRAY.resolve("__meta"))).isEmpty();
  }

  @Test
  void refusesInvalidChanges() {
    refuses(NotFoundException.class, () -> put(ARRAY, "k", MetadataValue.ofInts(1), 1));
    MetadataChange.Builder change = MetadataChange.builder();
    refuses(() -> change.put("k", MetadataValue.of(Datatype.ANY, 1, new byte[1])));
    refuses(() -> change.remove("a\0b"));
    refuses(() -> MetadataValue.ofLongs(Datatype.UINT8, 256));
    refuses(() -> MetadataValue.ofLongs(Datatype.FLOAT32, 1));
    refuses(() -> MetadataValue.ofDoubles(Datatype.INT8, 1));
  }

  @Test
  void valuesAreGivenByTheirType() {
    assertThat(MetadataValue.ofInts(1, -2).asLongs()).containsExactly(1, -2);
    assertThat(MetadataValue.ofLongs(Datatype.UINT8, 255).asLong()).isEqualTo(255);
    assertThat(MetadataValue.ofLongs(Datatype.DATETIME_DAY, 3).asLong()).isEqualTo(3);
    assertThat(MetadataValue.ofDoubles(0.5, 2).asDoubles()).containsExactly(0.5, 2);
    assertThat(MetadataValue.ofDoubles(Datatype.FLOAT32, 0.25).asDouble()).isEqualTo(0.25);
    assertThat(MetadataValue.ofString("grüß").asString()).isEqualTo("grüß");
    assertThat(MetadataValue.of(Datatype.STRING_UTF16, 1, new byte[] {0x61, 0}).asString())
        .isEqualTo("a");
  }

  @Test
  void refusesValuesOfAnotherType() {
    refuses(InvalidRequestException.class, () -> MetadataValue.ofInts(1, 2).asDoubles());
    refuses(() -> MetadataValue.ofDoubles(1).asLongs());
    refuses(() -> MetadataValue.ofBytes((byte) 1).asString());
    refuses(() -> MetadataValue.ofInts(1, 2).asLong());
  }

  @Test
  void aValueShowsItsTypeAndItsValues() {
    assertThat(MetadataValue.ofString("a b")).hasToString("STRING_UTF8 \"a b\"");
    assertThat(MetadataValue.ofLongs(Datatype.UINT64, -1))
        .hasToString("UINT64 [18446744073709551615]");
    assertThat(MetadataValue.ofLongs(Datatype.DATETIME_DAY, 0))
        .hasToString("DATETIME_DAY [1970-01-01]");
    assertThat(MetadataValue.ofDoubles(new double[20]).toString()).endsWith("] and 4 more");
  }

  @Test
  void valuesAreLittleEndian() {
    assertThat(MetadataValue.ofLongs(Datatype.UINT16, 0x0102, 0xffff).bytes())
        .isEqualTo(new byte[] {2, 1, -1, -1});
    assertThat(MetadataValue.ofLongs(Datatype.INT8, -128).bytes()).isEqualTo(new byte[] {-128});
    assertThat(MetadataValue.ofDoubles(Datatype.FLOAT32, 1).bytes())
        .isEqualTo(new byte[] {0, 0, (byte) 0x80, 0x3f});
    assertThat(MetadataValue.ofString("é").count()).isEqualTo(2);
    assertThat(MetadataValue.ofLongs(Datatype.UINT64, -1).bytes()).containsOnly(-1);
  }
}
