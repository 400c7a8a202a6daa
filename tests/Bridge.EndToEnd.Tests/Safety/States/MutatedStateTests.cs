using Bridge.EndToEnd.Tests.Playing;
using Bridge.Testing.Fuzzing;
using Bridge.Testing.States;

namespace Bridge.EndToEnd.Tests.Safety.States;

/// <summary>Loads mutated states over HTTP: the emulator survives, and a refused state changes nothing.</summary>
/// <param name="game">The game.</param>
/// <param name="machineBytes">The bytes of the machine in its states.</param>
/// <param name="share">How many mutated states an ordinary run loads.</param>
public abstract class MutatedStateTests(RunningGame game, int machineBytes, int share)
{
    private const int FramesAfterLoad = 2;

    private readonly HeldStates _states = new(game, machineBytes);

    [Fact]
    public async Task A_mutated_state_is_refused_and_changes_nothing_or_the_game_continues_from_it()
    {
        await game.HoldAsync(seconds: 600);
        var (raw, png, good) = (await _states.GetAsync(), await _states.GetAsync("?picture=true"), await _states.HashAsync());
        var (taken, refused) = (0, 0);
        await Fuzz.RunAsync($"what the emulator does with a mutated state of {GetType().Name}", share, async random =>
        {
            var state = new MutatedState(random, raw, png, machineBytes).Make();
            var (status, text) = await LoadAsync(state, random.Next(3));
            Assert.True(status is 200 or 413 or 422, $"{status}: {text}");
            if (status == 200)
            {
                taken++;
                // The game may crash on corrupt memory; the emulator must not.
                await game.TryStepAsync(FramesAfterLoad);
                await _states.GetAsync("?picture=true");
                await _states.LoadAsync(raw);
            }
            else
            {
                refused++;
            }

            Assert.Equal(good, await _states.HashAsync());
        });

        Assert.True(taken > 0 && refused > 0, $"{taken} taken, {refused} refused");
        await game.ReleaseAsync();
        await game.PlayOnAsync(2);
    }

    private Task<(int Status, string Text)> LoadAsync(byte[] state, int way) => way switch
    {
        0 => _states.PutAsync(state),
        1 => _states.LoadFileAsync(state),
        _ => _states.LoadSlotAsync(state),
    };
}

public sealed class AdvanceMutatedStateTests(RunningGame game)
    : MutatedStateTests(game, RawState.GbaBytes, share: 80), IClassFixture<RunningGame>;

public sealed class GameBoyMutatedStateTests(RunningGameBoy game)
    : MutatedStateTests(game, RawState.GameBoyBytes, share: 60), IClassFixture<RunningGameBoy>;

public sealed class ColorMutatedStateTests(RunningColor game)
    : MutatedStateTests(game, RawState.GameBoyBytes, share: 60), IClassFixture<RunningColor>;
