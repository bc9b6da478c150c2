package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.azulejo.text.schema.SchemaJsonReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaJsonReaderTest {
  @Test
  void whatIsLeftOutIsAsTheBuildersHaveIt() {
    assertThat(
            read("""
                    {"type": "dense", "schema": {
                      "dimensions": [{"name": "x", "type": "INT32", "domain": [1, 10]}],
                      "attributes": [{"name": "a", "type": "FLOAT32"}]}}""")
                .build())
        .isEqualTo(
            ArraySchema.dense()
                .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 10), 10))
                .attribute(Attribute.of("a", Datatype.FLOAT32))
                .build());
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
                        .filters(new FilterPipeline(0, List.of(Filter.none())))
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

  @ParameterizedTest(name = "{1}")
  @MethodSource({"texts", "values"})
  void saysWhereSomethingIsWrongAndWhatWouldBeRight(String json, String message) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> texts() {
    return Stream.of(
        wrong("", "JSON: there is nothing, not even {}"),
        wrong("[1]", "JSON: a list is not an object {...}"),
        wrong("{} 1", "JSON: more follows after its end (line 1, column 4)"),
        wrong("{}", "JSON: there is no \"type\", which it has to have"),
        wrong("{\"type\":\"dense\"}", "JSON: there is no \"schema\", which it has to have"),
        wrong(
            "{\"type\":\"thick\",\"schema\":{}}",
            "JSON at type: \"thick\" is neither dense nor sparse"),
        wrong(
            "{\"type\":\"dense\",\"schema\":{\"dimensions\":[]},\"x\":1}",
            "JSON at x: this key is not known: those here are type, schema"),
        wrong(
            "{\"type\":\"dense\",\"schema\":{}}",
            "JSON at schema: there is no \"dimensions\", which it has to have"),
        wrong(
            "{\"type\":\"dense\",\"schema\":{\"dimensions\":" + "[".repeat(70),
            "JSON at schema.dimensions" + "[0]".repeat(63) + ": nothing is nested that deep here"));
  }

  static Stream<Arguments> values() {
    return Stream.of(
        wrong(
            schema("", "\"capacity\":-1"),
            "JSON at schema.capacity: -1 is not a whole number of 0 to 18446744073709551615"),
        wrong(
            schema("", "\"cell_order\":\"rows\""),
            "JSON at schema.cell_order: \"rows\" is none of row-major, col-major, global-order,"
                + " unordered, hilbert"),
        wrong(
            schema("", "\"attribute\":[]"),
            "JSON at schema.attribute: this key is not known: those here are allows_dups,"
                + " tile_order, cell_order, capacity, coords_filters, coords_filters_max_chunk_size,"
                + " offsets_filters, offsets_filters_max_chunk_size, validity_filters,"
                + " validity_filters_max_chunk_size, dimensions, attributes, enumerations,"
                + " unused_enumerations, dimension_labels, current_domain"),
        wrong(
            schema("\"type\":\"INT32\",\"domain\":[1]", ""),
            "JSON at schema.dimensions[0].domain: a range has two values, the least and the"
                + " greatest, not 1"),
        wrong(
            schema("\"type\":\"INT8\",\"domain\":[1,\"x\"]", ""),
            "JSON at schema.dimensions[0].domain[1]: \"x\" is not a value of INT8: give an integer"),
        wrong(
            schema("\"type\":\"INT8\",\"domain\":[1,300]", ""),
            "JSON at schema.dimensions[0].domain[1]: \"300\" is not a value of INT8: give -128 to 127"),
        wrong(
            schema("\"type\":\"FLOAT32\",\"domain\":[\"0x3f80\",1]", ""),
            "JSON at schema.dimensions[0].domain[0]: \"0x3f80\" is not a value of FLOAT32: give as many"
                + " hex digits as in 0x00000000"),
        wrong(
            schema("\"type\":\"FLOAT32\",\"domain\":[\"one\",1]", ""),
            "JSON at schema.dimensions[0].domain[0]: \"one\" is not a value of FLOAT32: give 1.5, or its"
                + " bits such as 0x3f800000"),
        wrong(
            schema("\"type\":\"DATETIME_DAY\",\"domain\":[\"someday\",1]", ""),
            "JSON at schema.dimensions[0].domain[0]: \"someday\" is no date or time such as"
                + " 2024-05-31 or 2024-05-31T12:30:00.5Z"),
        wrong(
            schema("\"type\":\"INT8\",\"extent\":\"P1D\"", ""),
            "JSON at schema.dimensions[0].extent: \"P1D\" is not a value of INT8: give an integer"),
        wrong(
            schema("\"type\":\"int8\"", ""),
            "JSON at schema.dimensions[0].type: \"int8\" is none of "
                + String.join(", ", Stream.of(Datatype.values()).map(Enum::name).toList())),
        wrong(
            schema("\"type\":\"INT8\",\"filters\":[{\"type\":\"ZIP\"}]", ""),
            "JSON at schema.dimensions[0].filters[0].type: \"ZIP\" is none of NONE, GZIP, ZSTD, LZ4,"
                + " RLE, BZIP2, DOUBLE_DELTA, DELTA, DICTIONARY_ENCODING, BIT_WIDTH_REDUCTION,"
                + " POSITIVE_DELTA, BITSHUFFLE, BYTESHUFFLE, XOR, SCALE_FLOAT, CHECKSUM_MD5,"
                + " CHECKSUM_SHA256, WEBP"),
        wrong(
            schema("\"type\":\"INT8\",\"filters\":[{\"type\":\"XOR\",\"level\":1}]", ""),
            "JSON at schema.dimensions[0].filters[0].level: this key is not known: those here are"
                + " type"),
        wrong(
            attribute("INT32", "\"cell_val_num\":\"many\""),
            "JSON at schema.attributes[0].cell_val_num: \"many\" is not a whole number of 0 to"
                + " 4294967295"),
        wrong(
            attribute("INT32", "\"cell_val_num\":2,\"fill\":\"[1]\""),
            "JSON at schema.attributes[0].fill: \"[1]\" has 1 values, but a cell has 2"),
        wrong(
            attribute("INT32", "\"cell_val_num\":2,\"fill\":\"1\""),
            "JSON at schema.attributes[0].fill: \"1\" is no list of values of INT32: write [1]"),
        wrong(
            attribute("BLOB", "\"fill\":\"00\""),
            "JSON at schema.attributes[0].fill: \"00\" is no bytes: write them in hex after an x, as"
                + " in x00ff"),
        wrong(
            attribute("CHAR", "\"fill\":\"\\\"\\\\n\\\"\""),
            "JSON at schema.attributes[0].fill: \"\\n\": after a backslash comes \\, \" or xHH, a"
                + " byte in hex"),
        wrong(
            attribute("CHAR", "\"fill\":\"\\\"\\\\x0\\\"\""),
            "JSON at schema.attributes[0].fill: \"\\x0\": after \\x come two hex digits, as in"
                + " \\x0a"),
        wrong(
            attribute("CHAR", "\"nullable\":1"),
            "JSON at schema.attributes[0].nullable: 1 is not true or false"),
        wrong(
            schema(
                "\"type\":\"STRING_ASCII\"",
                "\"enumerations\":[{\"name\":\"e\",\"type\":\"CHAR\",\"cell_val_num\":2,"
                    + "\"values\":[\"ab\",\"c\"]}]"),
            "JSON at schema.enumerations[0].values[1]: 1 bytes, but each value has 2"),
        wrong(
            schema(
                "\"type\":\"STRING_ASCII\"",
                "\"dimension_labels\":[{\"name\":\"l\",\"dimension\":1}]"),
            "JSON at schema.dimension_labels[0].dimension: there is no dimension 1: they are 0 to"
                + " 0"),
        wrong(
            schema("\"type\":\"STRING_ASCII\"", "\"current_domain\":[]"),
            "JSON at schema.current_domain: 0 ranges, but there are 1 dimensions: give one for"
                + " each"));
  }

  @Test
  void saysWhereJsonEnds() {
    assertThatThrownBy(() -> read("{\"type\":\n \"dense\",,}"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageStartingWith("JSON: , is not expected here")
        .hasMessageEndingWith("(line 2, column 10)");
    assertThatThrownBy(() -> read("{\"type\":\"dense\",\"type\":\"sparse\"}"))
        .hasMessageStartingWith("JSON: the key \"type\" comes twice: give it once");
  }

  private static Arguments wrong(String json, String message) {
    return Arguments.of(json, message);
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
