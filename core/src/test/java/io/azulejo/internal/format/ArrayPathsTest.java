package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ArrayPathsTest {
  private static final String UUID = "0123456789abcdef0123456789abcdef";

  private static FragmentName name(String suffix) {
    return FragmentName.parse("__1_2_" + UUID + suffix).orElseThrow();
  }

  @Test
  void findsFragmentsOfBeforeCommitFilesInTheRoot() {
    assertThat(ArrayPaths.fragment(name(""))).isEqualTo("__1_2_" + UUID);
    assertThat(ArrayPaths.commit(name(""))).isEmpty();
  }

  @Test
  void findsFragmentsUpToVersion11BesideTheirCommits() {
    FragmentName name = name("_11");
    assertThat(ArrayPaths.fragment(name)).isEqualTo(name.text());
    assertThat(ArrayPaths.commit(name)).hasValue(name.text() + ".ok");
    assertThat(ArrayPaths.vacuum(name)).isEqualTo(name.text() + ".vac");
    assertThat(ArrayPaths.consolidatedMetadata(name)).isEqualTo(name.text() + ".meta");
  }

  @Test
  void findsFragmentsSinceVersion12InFolders() {
    FragmentName name = name("_12");
    assertThat(ArrayPaths.fragment(name)).isEqualTo("__fragments/" + name);
    assertThat(ArrayPaths.commit(name)).hasValue("__commits/" + name + ".wrt");
    assertThat(ArrayPaths.vacuum(name)).isEqualTo("__commits/" + name + ".vac");
    assertThat(ArrayPaths.consolidatedMetadata(name))
        .isEqualTo("__fragment_meta/" + name + ".meta");
  }
}
