package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tiledb.libtiledb.tiledb_datatype_t;
import io.tiledb.libtiledb.tiledb_filesystem_t;
import io.tiledb.libtiledb.tiledb_filter_type_t;
import io.tiledb.libtiledb.tiledb_layout_t;
import io.tiledb.libtiledb.tiledb_query_status_t;
import org.junit.jupiter.api.Test;

/** The enums, and their numbers in the C API. */
class EnumNumbersTest {
  @Test
  void everyConstantHasOneOfTheCApi() throws TileDBError {
    for (ArrayType value : ArrayType.values()) {
      assertThat(ArrayType.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (CurrentDomainType value : CurrentDomainType.values()) {
      assertThat(CurrentDomainType.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (EncryptionType value : EncryptionType.values()) {
      assertThat(EncryptionType.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (Filesystem value : Filesystem.values()) {
      assertThat(Filesystem.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (Layout value : Layout.values()) {
      assertThat(Layout.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (MimeType value : MimeType.values()) {
      assertThat(MimeType.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (QueryStatus value : QueryStatus.values()) {
      assertThat(QueryStatus.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (QueryType value : QueryType.values()) {
      assertThat(QueryType.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (TileDBObjectType value : TileDBObjectType.values()) {
      assertThat(TileDBObjectType.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (VFSMode value : VFSMode.values()) {
      assertThat(VFSMode.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
    for (WalkOrder value : WalkOrder.values()) {
      assertThat(WalkOrder.fromSwigEnum(value.toSwigEnum())).isEqualTo(value);
    }
  }

  @Test
  void constantsOfTheCApiWithoutCounterpartAreRefused() {
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> QueryStatus.fromSwigEnum(tiledb_query_status_t.TILEDB_INITIALIZED))
        .withMessage("QueryStatus has no constant TILEDB_INITIALIZED");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Filesystem.fromSwigEnum(tiledb_filesystem_t.TILEDB_GCS));
  }

  @Test
  void numbersAreThoseOfTheCApi() {
    assertThat(tiledb_layout_t.TILEDB_HILBERT.swigValue()).isEqualTo(4);
    assertThat(tiledb_filter_type_t.TILEDB_FILTER_CHECKSUM_MD5.swigValue()).isEqualTo(12);
    assertThat(tiledb_filter_type_t.swigToEnum(19))
        .isEqualTo(tiledb_filter_type_t.TILEDB_FILTER_DELTA);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> tiledb_filter_type_t.swigToEnum(11))
        .withMessage("tiledb_filter_type_t has no constant with the number 11");
    for (tiledb_datatype_t type : tiledb_datatype_t.values()) {
      assertThat(tiledb_datatype_t.swigToEnum(type.swigValue())).isEqualTo(type);
    }
  }

  @Test
  void everyTypeIsOneOfTheEngine() throws TileDBError {
    for (Datatype type : Datatype.values()) {
      assertThat(Datatype.ofEngine(type.toEngine())).isEqualTo(type);
      assertThat(Datatype.fromSwigEnum(type.toSwigEnum())).isEqualTo(type);
      assertThat(Datatype.fromString(type.toString())).isEqualTo(type.toSwigEnum());
      assertThat(type.size()).isEqualTo(type.toEngine().size());
    }
    assertThat(Datatype.values()).hasSameSizeAs(io.azulejo.schema.Datatype.values());
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Datatype.fromString("INT33"))
        .withMessage("'INT33' is not a data type; use a name such as INT32");
  }

  @Test
  void typesAreClassifiedAsNatively() throws TileDBError {
    assertThat(Datatype.TILEDB_CHAR.isStringType()).isFalse();
    assertThat(Datatype.TILEDB_CHAR.isIntegerType()).isTrue();
    assertThat(Datatype.TILEDB_CHAR.javaClass()).isEqualTo(Byte.class);
    assertThat(Types.getJavaType(Datatype.TILEDB_CHAR)).isEqualTo(String.class);
    assertThat(Datatype.TILEDB_STRING_UTF16.javaClass()).isEqualTo(String.class);
    assertThat(Datatype.TILEDB_BLOB.isIntegerType()).isFalse();
    assertThat(Datatype.TILEDB_DATETIME_AS.isTimeType()).isTrue();
    assertThat(Datatype.TILEDB_DATETIME_FS.isTimeType()).isFalse();
    assertThat(Datatype.TILEDB_TIME_FS.isDateType()).isFalse();
    assertThat(Datatype.TILEDB_FLOAT32.isRealType()).isTrue();
    assertThat(Datatype.TILEDB_UINT16.javaClass()).isEqualTo(Integer.class);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(Datatype.TILEDB_ANY::javaClass);
  }
}
