using System.Globalization;

namespace Bridge.Testing.Fuzzing;

/// <summary>
/// Runs a property with many cases, each from a number of its own, so that one that fails is run again with it.
/// BRIDGE_FUZZ_FACTOR multiplies how many there are, BRIDGE_FUZZ_SEED is the number of the first, and BRIDGE_FUZZ_REPORT a
/// file that is told how many ran.
/// </summary>
public static class Fuzz
{
    /// <param name="name">Of the property, for the report.</param>
    /// <param name="share">Cases of an ordinary run.</param>
    /// <param name="property">Throws where it does not hold.</param>
    public static void Run(string name, int share, Action<Random> property)
    {
        var (first, cases) = (Setting("BRIDGE_FUZZ_SEED"), share * Setting("BRIDGE_FUZZ_FACTOR"));
        for (var seed = first; seed < first + cases; seed++)
        {
            try
            {
                property(new Random(seed));
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"{name} does not hold for seed {seed}: {exception.Message}", exception);
            }
        }

        Report(name, cases);
    }

    /// <summary>The same for a property that waits.</summary>
    public static async Task RunAsync(string name, int share, Func<Random, Task> property)
    {
        var (first, cases) = (Setting("BRIDGE_FUZZ_SEED"), share * Setting("BRIDGE_FUZZ_FACTOR"));
        for (var seed = first; seed < first + cases; seed++)
        {
            try
            {
                await property(new Random(seed)).ConfigureAwait(false);
            }
            catch (Exception exception)
            {
                throw new InvalidOperationException($"{name} does not hold for seed {seed}: {exception.Message}", exception);
            }
        }

        Report(name, cases);
    }

    private static int Setting(string name) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : 1;

    private static void Report(string name, int cases)
    {
        if (Environment.GetEnvironmentVariable("BRIDGE_FUZZ_REPORT") is { Length: > 0 } file)
            File.AppendAllText(file, string.Create(CultureInfo.InvariantCulture, $"{name}: {cases} cases\n"));
    }
}
