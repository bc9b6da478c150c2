package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An array is written, changed and read through its handle, whatever its location is given as. */
class ArrayHandleTest {
  private static final ArraySchema SPARSE =
      TestSchemas.of("sparse(day DATETIME_DAY 0..30000/100, place TEXT) mm FLOAT64");

  @TempDir private Path folder;

  @AutoClose private final Azulejo azulejo = Azulejo.create();

  private static Batch rain(long day, String place, double mm) {
    return Batch.of(
        Column.ofLongs("day", day), Column.ofStrings("place", place), Column.ofDoubles("mm", mm));
  }

  private ArrayHandle rain() {
    ArrayHandle rain = azulejo.array(folder.resolve("rain"));
    rain.create(SPARSE);
    return rain;
  }

  @Test
  void cellsOfPlainColumnsAreWrittenAsTheSchemaWantsThem() {
    ArrayHandle rain = rain();

    rain.append(rain(20_000, "Faro", 1.5), rain(20_001, "Porto", 4));

    assertThat(rain.read().layout(Layout.ROW_MAJOR).rows().map(Row::toString))
        .containsExactly(
            "day=%s, place=Faro, mm=1.5".formatted(LocalDate.ofEpochDay(20_000)),
            "day=%s, place=Porto, mm=4.0".formatted(LocalDate.ofEpochDay(20_001)));
    assertThat(rain.open().fragments()).hasSize(1);
    refuses(InvalidRequestException.class, () -> rain.append(rain(20_000, "São João", 1)));
    refuses(
        InvalidRequestException.class,
        () ->
            rain.append(
                Batch.of(
                    Column.ofInts("day", 1),
                    Column.ofStrings("place", "Faro"),
                    Column.ofDoubles("mm", 1))));
  }

  @Test
  void deletionsMetadataAndSchemasAreChangedByOneCallEach() {
    ArrayHandle rain = rain();
    rain.append(rain(1, "a", -1), rain(2, "a", 3));
    Array before = rain.open();

    rain.delete("mm < 0");
    rain.metadata().set("source", "roof");
    rain.metadata().set("height", 2.5);
    rain.metadata().set("gauges", 3, 4);
    rain.metadata().set("gone", 1);
    rain.metadata().remove("gone");
    boolean evolved =
        rain.evolve(
            SchemaEvolution.builder().addAttribute(Attribute.of("snow", Datatype.INT32)).build());

    assertThat(evolved).isTrue();
    assertThat(rain.read().select("mm").rows().map(Row::toString)).containsExactly("mm=3.0");
    assertThat(before.read().rows()).hasSize(2);
    assertThat(rain.metadata().values()).containsOnlyKeys("gauges", "height", "source");
    assertThat(rain.metadata().get("source").orElseThrow().asString()).isEqualTo("roof");
    assertThat(rain.metadata().get("gauges").orElseThrow().asLongs()).containsExactly(3, 4);
    assertThat(rain.metadata().get("gone")).isEmpty();
    assertThat(rain.open().schema().attribute("snow")).isPresent();
  }

  @Test
  void consolidatesAndVacuumsFragments() {
    ArrayHandle rain = rain();
    for (int day = 0; day < 5; day++) {
      rain.append(rain(day, "a", day));
    }

    rain.consolidate();
    rain.vacuum();

    assertThat(rain.open().fragments()).hasSize(1);
    assertThat(rain.verify().problems()).isEmpty();
    assertThat(rain.read().aggregate("count(), sum(mm)").column(1).getDouble(0)).isEqualTo(10);
  }

  @Test
  void boxesOfDenseArraysAreWrittenAndReadAsArraysOfJava() {
    ArrayHandle field = azulejo.array(folder.resolve("field").toUri());
    field.create(TestSchemas.of("dense(x INT32 0..9/5) t FLOAT64"));

    field.write(Subarray.of("x", 2, 4), "t", new double[] {1, 2, 3});

    assertThat(field.read().range("x", 3, 4).doubles("t").values()).containsExactly(2, 3);
    assertThat(field.read().range("x", 2, 4).where("t > 1").doubles("t").values())
        .containsExactly(Double.NaN, 2, 3);
    assertThat(field.read().where("t > 1").rows()).hasSize(2);
    Read all = field.read().range("x", 0, 9).where("t > 1");
    assertThat(all.cells(ReadRequest.Cells.GRID).rows()).hasSize(10);
  }

  @Test
  void locationsAreGivenAsTextPathOrUri() {
    ArrayHandle rain = rain();
    Path path = folder.resolve("rain");
    URI uri = path.toUri();

    assertThat(
            List.of(
                azulejo.array(path.toString()).location(),
                azulejo.array(uri).location(),
                azulejo.open(path.toString()).location(),
                azulejo.open(path).location(),
                azulejo.open(uri).location(),
                azulejo.open(uri, TimeRange.ALL).location()))
        .containsOnly(rain.location());
    azulejo.catalog().copy(path, folder.resolve("copy"));
    assertThat(azulejo.catalog().type(folder.resolve("copy").toUri())).isEqualTo(ObjectType.ARRAY);
    refuses(InvalidRequestException.class, () -> Location.of(URI.create("rain")));
  }

  @Test
  void namesTheMissingArray() {
    ArrayHandle nothing = azulejo.array(folder.resolve("nothing"));

    refuses(NotFoundException.class, nothing::read);
    assertThatThrownBy(() -> nothing.metadata().set("a", 1)).isInstanceOf(NotFoundException.class);
  }
}
