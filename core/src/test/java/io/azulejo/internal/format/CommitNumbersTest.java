package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CommitNumbersTest {
  private static final long GREATEST = 0xffffffffL;

  private static List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    for (long i = 1; i <= 2000; i++) {
      numbers.add(i);
    }
    new Random(7).longs(2000, 1, GREATEST).forEach(numbers::add);
    numbers.add(GREATEST);
    return numbers;
  }

  private static FragmentName newName() {
    return FragmentName.create(10, 20, FormatVersion.NEWEST);
  }

  @Test
  void namesOfConditionalCommitsHaveTheirNumbers() {
    for (long number : numbers()) {
      FragmentName name = CommitNumbers.conditional(number);
      assertThat(name).isEqualTo(CommitNumbers.conditional(number));
      assertThat(CommitNumbers.conditional(name)).hasValue(number);
      assertThat(name.isOfCommit()).isTrue();
      assertThat(CommitNumbers.gathered(name)).isZero();
      assertThat(FragmentName.isStandard(name.text())).isTrue();
    }
  }

  @Test
  void namesOfFilesThatGatherCommitsHaveTheirNumbers() {
    for (long number : numbers()) {
      FragmentName before = newName();
      FragmentName name = CommitNumbers.gathering(before, number);
      assertThat(CommitNumbers.gathered(name)).isEqualTo(number);
      assertThat(CommitNumbers.conditional(name)).isEmpty();
      assertThat(name.label()).startsWith(before.label().substring(0, 16));
      assertThat(List.of(name.t1(), name.t2())).containsExactly(10L, 20L);
      assertThat(FragmentName.isStandard(name.text())).isTrue();
    }
    FragmentName none = newName();
    assertThat(CommitNumbers.gathering(none, 0)).isSameAs(none);
  }

  @Test
  void otherNamesHaveNone() {
    for (int i = 0; i < 100_000; i++) {
      assertThat(CommitNumbers.gathered(newName())).isZero();
    }
    assertThat(CommitNumbers.conditional(newName())).isEqualTo(OptionalLong.empty());
    assertThat(CommitNumbers.conditional(FragmentName.ofCommit("job 1"))).isEmpty();
    assertThat(CommitNumbers.gathered(FragmentName.parse("__1_2_abc_22").orElseThrow())).isZero();
  }

  @Test
  void namesOfNumbersThatFollowEachOtherAreNotTakenForDamagedOnes() {
    FragmentName gathering = CommitNumbers.gathering(newName(), 1);
    for (long number = 1; number < 1000; number++) {
      FragmentName next = CommitNumbers.gathering(newName(), number / 2 + 1);
      assertThat(FragmentName.areSimilar(gathering.text(), next.text())).isFalse();
      gathering = next;
      assertThat(
              FragmentName.areSimilar(
                  CommitNumbers.conditional(number).text(),
                  CommitNumbers.conditional(number + 1).text()))
          .isFalse();
    }
  }
}
