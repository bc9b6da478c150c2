package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Golden;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.text.schema.SchemaJsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaJsonReaderTest {
  @Test
  void whatIsLeftOutIsAsTheBuildersHaveIt() {
    assertThat(
            read("""
                    {"type": "dense", "schema": {
                      "dimensions": [{"name": "x", "type": "INT32", "domain": [1, 10]}],
                      "attributes": [{"name": "a", "type": "FLOAT32"}]}}""")
                .build())
        .isEqualTo(TestSchemas.of("dense(x INT32 1..10/10) a FLOAT32"));
  }

  @Test
  void peopleWriteValuesAsTheyLike() {
    ArraySchema schema =
        read("""
            {"type": "sparse", "about": "all of this stands in files of expectations, too",
             "reads": [{"name": {"deep": [1, 2]}}], "schema": {
              "allows_dups": true, "tile_order": "col-major", "cell_order": "hilbert",
              "capacity": 100, "offsets_filters": [],
              "coords_filters": [{"type": "DELTA"}, {"type": "LZ4", "level": 3}],
              "dimensions": [
                {"type": "DATETIME_DAY", "domain": ["2024-01-01", "2024-12-31"], "extent": "P1W",
                 "name": "day"},
                {"name": "f", "type": "FLOAT32", "domain": [0, "1.5"], "extent": 0.5,
                 "filters": [{"type": "NONE"}], "filters_max_chunk_size": 0},
                {"name": "g", "type": "FLOAT64",
                 "domain": ["0x3ff0000000000000", "0x4000000000000000"],
                 "filters": [{"type": "ZSTD"}]},
                {"name": "s", "type": "STRING_ASCII", "domain": null, "extent": null}],
              "attributes": [
                {"name": "color", "type": "UINT8", "enumeration": "colors", "nullable": true,
                 "fill": 3, "fill_valid": true},
                {"name": "size", "type": "INT16", "cell_val_num": 2, "fill": "[1 -2]"},
                {"name": "t", "type": "STRING_UTF8", "cell_val_num": "var", "fill": "\\"\\\\xc3\\\\xa9\\\\\\"\\""},
                {"name": "b", "type": "BLOB", "cell_val_num": "var", "fill": "x00ff"},
                {"name": "r", "type": "FLOAT64", "filters": [
                   {"type": "SCALE_FLOAT", "scale": 0.5, "offset": "0x0000000000000000"}]}],
              "enumerations": [
                {"name": "colors", "type": "STRING_UTF8", "values": ["red", "\\"gr\\\\xc3\\\\xbcn\\""]}],
              "dimension_labels": [
                {"name": "l", "dimension": 0, "order": "increasing", "type": "TIME_MIN",
                 "filters": [{"type": "DOUBLE_DELTA"}], "extent": "P1D"}],
              "current_domain": [[19723, "2024-02-01"], [0, 1], [1, 2], ["a", "\\"z\\""]]}}
            """)
            .build();

    assertThat(schema)
        .isEqualTo(
            ArraySchema.sparse()
                .allowsDuplicates(true)
                .tileOrder(Layout.COL_MAJOR)
                .cellOrder(Layout.HILBERT)
                .capacity(100)
                .offsetsFilters(FilterPipeline.EMPTY)
                .coordsFilters(FilterPipeline.of(Filter.delta(), Filter.lz4().withLevel(3)))
                .dimension(
                    Dimension.builder("day", Datatype.DATETIME_DAY)
                        .domain("2024-01-01", "2024-12-31")
                        .extent(7)
                        .build())
                .dimension(
                    Dimension.builder("f", Datatype.FLOAT32)
                        .domain(Range.of(0, 1.5))
                        .extent(0.5)
                        .filters(FilterPipeline.of(0, List.of(Filter.none())))
                        .build())
                .dimension(
                    Dimension.builder("g", Datatype.FLOAT64)
                        .domain(Range.of(1, 2))
                        .filters(Filter.zstd(-1))
                        .build())
                .dimension(Dimension.text("s"))
                .attribute(
                    Attribute.builder("color", Datatype.UINT8)
                        .enumeration("colors")
                        .nullable()
                        .fill(3)
                        .fillValid(true)
                        .build())
                .attribute(
                    Attribute.builder("size", Datatype.INT16)
                        .cellValNum(2)
                        .fill(new byte[] {1, 0, -2, -1})
                        .build())
                .attribute(
                    Attribute.builder("t", Datatype.STRING_UTF8).var().fill("\u00e9\"").build())
                .attribute(
                    Attribute.builder("b", Datatype.BLOB).var().fill(new byte[] {0, -1}).build())
                .attribute(
                    Attribute.builder("r", Datatype.FLOAT64)
                        .filters(Filter.scaleFloat(0.5, 0, 8))
                        .build())
                .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "gr\u00fcn")))
                .label(
                    DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.TIME_MIN)
                        .withFilters(Filter.doubleDelta())
                        .withExtent(1L))
                .currentDomain(
                    NDRange.of(
                        Range.of(19723, 19754),
                        Range.of(0.0, 1.0),
                        Range.of(1.0, 2.0),
                        Range.of("a", "z")))
                .build());
  }

  @Test
  void whatTheCommandSchemaSaysIsReadBack() {
    for (String sample : List.of("colors", "days", "grid", "names")) {
      String json = Session.of("schema", Session.sample(sample), "--format", "json").out;
      ArraySchema schema;
      try (Azulejo azulejo = Azulejo.create()) {
        schema = azulejo.open(Location.of(Session.sample(sample))).schema();
      }
      ArraySchema said = read(json).build();
      assertThat(said.dimensions()).as(sample).isEqualTo(schema.dimensions());
      assertThat(said.attributes()).as(sample).isEqualTo(schema.attributes());
      assertThat(said.cellOrder()).as(sample).isEqualTo(schema.cellOrder());
      assertThat(said.capacity()).as(sample).isEqualTo(schema.capacity());
    }
  }

  @Test
  void saysWhereSomethingIsWrongAndWhatWouldBeRight() {
    Golden.check(getClass(), Stream.concat(texts(), values()));
  }

  static Stream<String> texts() {
    return Stream.of(
        wrong(""),
        wrong("[1]"),
        wrong("{} 1"),
        wrong("{}"),
        wrong("{\"type\":\"dense\"}"),
        wrong("{\"type\":\"thick\",\"schema\":{}}"),
        wrong("{\"type\":\"dense\",\"schema\":{\"dimensions\":[]},\"x\":1}"),
        wrong("{\"type\":\"dense\",\"schema\":{}}"),
        wrong("{\"type\":\"dense\",\"schema\":{\"dimensions\":" + "[".repeat(70)));
  }

  static Stream<String> values() {
    return Stream.of(
        wrong(schema("", "\"capacity\":-1")),
        wrong(schema("", "\"cell_order\":\"rows\"")),
        wrong(schema("", "\"attribute\":[]")),
        wrong(schema("\"type\":\"INT32\",\"domain\":[1]", "")),
        wrong(schema("\"type\":\"INT8\",\"domain\":[1,\"x\"]", "")),
        wrong(schema("\"type\":\"INT8\",\"domain\":[1,300]", "")),
        wrong(schema("\"type\":\"FLOAT32\",\"domain\":[\"0x3f80\",1]", "")),
        wrong(schema("\"type\":\"FLOAT32\",\"domain\":[\"one\",1]", "")),
        wrong(schema("\"type\":\"DATETIME_DAY\",\"domain\":[\"someday\",1]", "")),
        wrong(schema("\"type\":\"INT8\",\"extent\":\"P1D\"", "")),
        wrong(schema("\"type\":\"int8\"", "")),
        wrong(schema("\"type\":\"INT8\",\"filters\":[{\"type\":\"ZIP\"}]", "")),
        wrong(schema("\"type\":\"INT8\",\"filters\":[{\"type\":\"XOR\",\"level\":1}]", "")),
        wrong(attribute("INT32", "\"cell_val_num\":\"many\"")),
        wrong(attribute("INT32", "\"cell_val_num\":2,\"fill\":\"[1]\"")),
        wrong(attribute("INT32", "\"cell_val_num\":2,\"fill\":\"1\"")),
        wrong(attribute("BLOB", "\"fill\":\"00\"")),
        wrong(attribute("CHAR", "\"fill\":\"\\\"\\\\n\\\"\"")),
        wrong(attribute("CHAR", "\"fill\":\"\\\"\\\\x0\\\"\"")),
        wrong(attribute("CHAR", "\"nullable\":1")),
        wrong(
            schema(
                "\"type\":\"STRING_ASCII\"",
                "\"enumerations\":[{\"name\":\"e\",\"type\":\"CHAR\",\"cell_val_num\":2,"
                    + "\"values\":[\"ab\",\"c\"]}]")),
        wrong(
            schema(
                "\"type\":\"STRING_ASCII\"",
                "\"dimension_labels\":[{\"name\":\"l\",\"dimension\":1}]")),
        wrong(schema("\"type\":\"STRING_ASCII\"", "\"current_domain\":[]")));
  }

  @Test
  void saysWhereJsonEnds() {
    assertThatThrownBy(() -> read("{\"type\":\n \"dense\",,}"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("JSON: unexpected ,")
        .hasMessageEndingWith("(line 2, column 10)");
    assertThatThrownBy(() -> read("{\"type\":\"dense\",\"type\":\"sparse\"}"))
        .hasMessageStartingWith("JSON: the key \"type\" is given more than once");
  }

  private static String wrong(String json) {
    return catchThrowableOfType(InvalidRequestException.class, () -> read(json)).getMessage();
  }

  private static String schema(String dimension, String more) {
    return "{\"type\":\"dense\",\"schema\":{\"dimensions\":[%s]%s}}"
        .formatted(
            dimension.isEmpty() ? "" : "{\"name\":\"d\"," + dimension + "}",
            more.isEmpty() ? "" : "," + more);
  }

  private static String attribute(String type, String more) {
    return schema(
        "\"type\":\"STRING_ASCII\"",
        "\"attributes\":[{\"name\":\"a\",\"type\":\"%s\",%s}]".formatted(type, more));
  }

  private static ArraySchema.Builder read(String json) {
    try {
      return SchemaJsonReader.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
