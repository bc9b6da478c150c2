package io.azulejo.schema;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FilterTest {
  @Test
  void filtersAreEqualIfTheirTypesAndOptionsAre() {
    assertThat(Filter.zstd(3)).isEqualTo(Filter.zstd()).hasSameHashCodeAs(Filter.zstd());
    assertThat(Filter.lz4()).isNotEqualTo(Filter.lz4().withLevel(5));
    assertThat(Filter.delta()).isNotEqualTo(Filter.delta(Datatype.INT8));
    assertThat(Filter.webp(90, Filter.PixelFormat.RGB, true, 2, 6))
        .isEqualTo(Filter.webp(90, Filter.PixelFormat.RGB, true, 2, 6))
        .isNotEqualTo(Filter.webp(90, Filter.PixelFormat.RGB, false, 2, 6));
  }

  @Test
  void anotherLevelKeepsTheOtherOptions() {
    Filter filter = Filter.doubleDelta(Datatype.INT32).withLevel(4);

    assertThat(filter.level()).isEqualTo(4);
    assertThat(filter.reinterpret()).isEqualTo(Datatype.INT32);
  }

  @Test
  void optionsOfOtherTypesAreRefused() {
    refuses(InvalidRequestException.class, () -> Filter.byteShuffle().level());
    assertThatThrownBy(() -> Filter.xor().withLevel(1)).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> Filter.zstd().maxWindow()).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> Filter.zstd().scale()).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> Filter.scaleFloat(1, 0, 4).quality())
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void onlyChecksumsAreTakenAsChecksums() {
    FilterPipeline pipeline = FilterPipeline.of(Filter.zstd());

    assertThat(pipeline.withChecksum(Filter.md5()).filters())
        .isEqualTo(List.of(Filter.zstd(), Filter.md5()));
    refuses(InvalidRequestException.class, () -> pipeline.withChecksum(Filter.rle()));
  }

  @Test
  void lossIsKnownByTypeAndOptions() {
    assertThat(Filter.scaleFloat(0.5, 0, 4).losesPrecision()).isTrue();
    assertThat(Filter.webp(90, Filter.PixelFormat.RGB, false, 0, 0).losesPrecision()).isTrue();
    assertThat(Filter.webp(90, Filter.PixelFormat.RGB, true, 0, 0).losesPrecision()).isFalse();
    assertThat(Filter.zstd().losesPrecision()).isFalse();
  }
}
