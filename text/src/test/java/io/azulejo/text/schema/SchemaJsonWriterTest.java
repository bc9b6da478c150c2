package io.azulejo.text.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
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
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaJsonWriterTest {
  private static final Dimension ROW =
      Dimension.asStored(
          "row",
          Datatype.INT32,
          1,
          FilterPipeline.of(Filter.zstd(5)),
          Optional.of(Range.of(1, 4)),
          Optional.of(2L));
  private static final Dimension NAME =
      Dimension.asStored(
          "name",
          Datatype.STRING_ASCII,
          Attribute.VAR,
          FilterPipeline.EMPTY,
          Optional.empty(),
          Optional.empty());

  @Test
  void writesASchemaThatNeedsNoMoreThanTheUsualKeys() throws IOException {
    ArraySchema schema =
        ArraySchema.dense()
            .cellOrder(Layout.COL_MAJOR)
            .dimension(ROW)
            .attribute(
                Attribute.builder("a", Datatype.FLOAT32)
                    .cellValNum(2)
                    .nullable(true)
                    .filters(FilterPipeline.of(Filter.scaleFloat(0.5, 0, 2)))
                    .build())
            .currentDomain(NDRange.of(Range.of(1, 3)))
            .buildAsStored();

    assertThat(json(schema))
        .isEqualTo(
            """
            {"schema_version":23,"type":"dense","schema":{"allows_dups":false,\
            "tile_order":"row-major","cell_order":"col-major","capacity":10000,\
            "coords_filters":[{"type":"ZSTD","level":-1}],\
            "offsets_filters":[{"type":"ZSTD","level":-1}],"validity_filters":[{"type":"RLE"}],\
            "dimensions":[{"name":"row","type":"INT32","cell_val_num":1,"domain":["1","4"],\
            "extent":"2","filters":[{"type":"ZSTD","level":5}]}],\
            "attributes":[{"name":"a","type":"FLOAT32","cell_val_num":2,"nullable":true,\
            "fill":"[0x7fc00000 0x7fc00000]","fill_valid":false,\
            "filters":[{"type":"SCALE_FLOAT","scale":"0x3fe0000000000000",\
            "offset":"0x0000000000000000","byte_width":2}]}],\
            "enumerations":[],"current_domain":[["1","3"]]}}""");
  }

  @Test
  void writesEnumerationsByNameAndThoseOfNoAttributeApart() throws IOException {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(NAME)
            .attribute(Attribute.builder("a", Datatype.INT8).enumeration("used").build())
            .enumerationFile("used", "f1")
            .enumerationFile("idle", "f2")
            .buildAsStored();

    assertThat(json(schema))
        .contains(
            """
            "enumerations":[{"name":"used","type":"INT8","cell_val_num":1,"ordered":true,\
            "values":["1","2"]}],"unused_enumerations":[{"name":"idle\"""")
        .contains("\"fill\":\"-128\",\"filters\":[],\"enumeration\":\"used\"}");
  }

  @Test
  void addsKeysForWhatTheUsualOnesLeaveOut() throws IOException {
    FilterPipeline filters =
        FilterPipeline.of(
            0,
            List.of(
                Filter.rle().withLevel(7),
                Filter.webp(1f, Filter.PixelFormat.RGBA, true, 3, 4 * 5)));
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(NAME)
            .attribute(
                Attribute.builder("label", Datatype.INT64)
                    .filters(filters)
                    .order(DataOrder.INCREASING)
                    .build())
            .label(
                DimensionLabel.asStored(
                    0,
                    "l",
                    false,
                    "s3://b/l",
                    "label",
                    DataOrder.DECREASING,
                    Datatype.INT64,
                    1,
                    true))
            .buildAsStored();

    assertThat(
            json(
                schema,
                Optional.of(
                    ArraySchema.dense()
                        .dimension(ROW)
                        .attribute(
                            Attribute.builder("label", Datatype.INT64).filters(filters).build())
                        .buildAsStored())))
        .contains("\"filters\":[{\"type\":\"ZSTD\",\"level\":-1}],\"inherits_filters\":true}")
        .contains(
            """
            "filters":[{"type":"RLE","level":7},{"type":"WEBP","quality":"0x3f800000",\
            "format":"RGBA","lossless":true,"y_extent":3,"x_extent":20}],\
            "filters_max_chunk_size":0,"order":"increasing"}""")
        .contains(
            """
            "dimension_labels":[{"name":"l","dimension":0,"order":"decreasing","type":"INT64",\
            "cell_val_num":1,"attribute":"label","uri":"s3://b/l","relative":false,\
            "external":true,"extent":"2","filters":[{"type":"RLE","level":7}""");
  }

  @Test
  void showsNoFiltersOfDimensionsForVersionsInWhichTheyHadNone() throws IOException {
    ArraySchema schema = ArraySchema.sparse().dimension(NAME).buildAsStored();

    assertThat(json(schema, Optional.empty(), 4))
        .contains("\"extent\":null,\"filters\":[]}")
        .doesNotContain("inherits_filters");
    assertThat(json(schema, Optional.empty(), 5))
        .contains(
            "\"extent\":null,\"filters\":[{\"type\":\"ZSTD\",\"level\":-1}],"
                + "\"inherits_filters\":true}");
  }

  private static String json(ArraySchema schema) throws IOException {
    return json(schema, Optional.empty());
  }

  private static String json(ArraySchema schema, Optional<ArraySchema> label) throws IOException {
    return json(schema, label, 23);
  }

  private static String json(ArraySchema schema, Optional<ArraySchema> label, int version)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
      new SchemaJsonWriter(
              json,
              name -> Enumeration.fixed(name, Datatype.INT8, 1, true, new byte[] {1, 2}),
              l -> label)
          .write(schema, version);
    }
    return text.toString();
  }
}
