package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;

/** Changes of metadata, one after the other. */
final class SweptMetadata {
  private SweptMetadata() {}

  static void change(Azulejo engine) {
    for (int time = 60; time < 64; time++) {
      MetadataChange.Builder change =
          MetadataChange.builder().put("key" + time % 3, MetadataValue.ofInts(time));
      if (time == 63) {
        change.remove("key1");
      }
      engine.array(ARRAY).metadata().change(change.build(), ChangeOptions.DEFAULT.at(time));
    }
  }
}
