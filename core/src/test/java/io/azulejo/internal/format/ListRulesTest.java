package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListRulesTest {
  private static final String A = "0123456789abcdef0123456789abcdef";
  private static final String B = "123456789abcdef0123456789abcdef0";

  private static FragmentName name(String text) {
    return FragmentName.parse(text).orElseThrow();
  }

  private static String labeled(String text) {
    return text.replace("A", A).replace("B", B);
  }

  private static void replaced(String list, String lines) {
    ListRules.checkReplaced(name(labeled(list)), List.of(labeled(lines).split(";")), false, true);
  }

  @ParameterizedTest
  @CsvSource({
    "__1_2_A_23, /__fragments/__1_1_A_23;/__fragments/__2_2_B_23",
    "__1_2_A_23, /__1_1_A_5;/__fragments/__2_2_B_23",
    "__2_2_A_23, /__A_2",
    "__1_2_A_12, file:///elsewhere/array/__fragments/__1_2_B_12",
    "__1_2_A_5, s3://bucket/array/__1_2_B_5",
    "__1_2_A_5, s3://bucket/array/__1_2_B_5/",
    "__1_3_A_23, /__fragments/__1_9_A_23;/__fragments/__2_3_B_23",
  })
  void takesWhatWritersListAsReplaced(String list, String lines) {
    assertThatCode(() -> replaced(list, lines)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "__1_2_A_23, /__fragments/__1_1_A_23",
    "__1_1_A_23, __fragments/__1_1_A_23",
    "__1_1_A_23, /__fragment/__1_1_A_23",
    "__1_1_A_23, /__1_1_A_23",
    "__1_1_A_23, /__fragments/__1_1_A_5",
    "__1_1_A_23, /__meta/__1_1_A",
    "__1_1_A_23, /__fragments/..",
    "__1_1_A_5, /tmp/a/__1_1_A_5*/tmp/a/__1_1_B_5",
    "__1_1_A_12, file:///a/__fragments/__1_1_A_12*file:///a/__fragments/__1_1_B_12",
    "__1_1_A_12, file:///a/__fragments/__1_1_A_12;file:///b/__fragments/__1_1_B_12",
  })
  void refusesWhatNoWriterListsAsReplaced(String list, String lines) {
    assertThatThrownBy(() -> replaced(list, lines)).isInstanceOf(CorruptDataException.class);
  }

  @Test
  void refusesEmptyLists() {
    FragmentName list = name(labeled("__1_1_A_23"));
    refuses(() -> ListRules.checkReplaced(list, List.of(), false, false));
    assertThatThrownBy(() -> ListRules.checkIgnored(list, List.of()))
        .isInstanceOf(CorruptDataException.class);
    assertThatThrownBy(() -> ListRules.checkCommits(list, new CommitsFile(List.of())))
        .isInstanceOf(CorruptDataException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "__commits/__1_1_A_23.con",
        "__commits/__1_1_A_23.wrT",
        "__commit/__1_1_A_23.wrt",
        "__commits/__1_1_A_5.wrt",
        "__1_1_A_23.ok",
        "__commits/__01_1_A_23.wrt",
        "__commits/__1_2_B_23.wrt",
      })
  void refusesPathsThatCommitNothing(String path) {
    FragmentName list = name(labeled("__1_1_B_23"));
    assertThatThrownBy(
            () ->
                ListRules.checkCommits(
                    list,
                    new CommitsFile(
                        Stream.of("__commits/__1_1_B_23.wrt", path)
                            .map(p -> new CommitsFile.Entry(labeled(p), Optional.empty()))
                            .toList())))
        .isInstanceOf(CorruptDataException.class);
  }

  @ParameterizedTest
  @CsvSource({
    "__commits, __1_1_A_23.wrt",
    "__commits, __1_1_A_23.vac.tmp",
    "__commits, .0123456789abcdef.tmp",
    "__commits, readme.txt",
    "__commits, __1_1_odd_23.wrt",
    "__fragments, __1_1_A_23",
    "__fragments, __5_1",
    "'', __lock.tdb",
    "'', __A_7",
    "__meta, __1_2_A.vac",
    "__group, .DS_Store",
  })
  void knowsNamesOfTheFormatAndOfOthers(String folder, String name) {
    assertThatCode(() -> NameRules.check(folder, labeled(name))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "__commits, __1_1_A_23.wrd",
    "__commits, __1_1_A_23*wrt",
    "__commits, __1_1_A.23.wrt",
    "__commits, _O1_1_A_23.con",
    "__commits, __1_1_A_23.vac.tnp",
    "__commits, __1_2_A_23.del",
    "__fragments, __1_1^A_23",
    "__fragments, __1_1_A_x3",
    "'', __1_1_A_10.oj",
    "__schema, __1_2_A",
    "__schema, __1_q_A",
    "__meta, __1_1xA",
    "__group, __1_2_A_2",
    "__group, __1_1_A_r",
  })
  void findsDamagedNames(String folder, String name) {
    assertThatThrownBy(() -> NameRules.check(folder, labeled(name)))
        .isInstanceOf(CorruptDataException.class);
  }

  @Test
  void namesThatDifferInAFewCharactersAreTheSameIfTheyAreRandom() {
    assertThat(FragmentName.areSimilar(labeled("__1_1_A_23"), labeled("__1_1_A_2"))).isTrue();
    assertThat(FragmentName.areSimilar(labeled("__1_1_A_23"), labeled("__1_1_A_23"))).isFalse();
    assertThat(FragmentName.areSimilar("__1_1_a_23", "__1_1_b_23")).isFalse();
    String right = labeled("__1_1_A_23");
    String start = right.substring(0, 10);
    assertThat(FragmentName.areSimilar(right, start + "zzzzzzzz" + right.substring(18))).isTrue();
    assertThat(FragmentName.areSimilar(right, start + right.substring(18))).isTrue();
    assertThat(FragmentName.areSimilar(right, start + "zzzzzzzzz" + right.substring(19))).isFalse();
  }
}
