using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Sensors;
using Bridge.Api.Features.States;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>Steps several emulators in parallel. Each failure stays with its emulator; the others are stepped anyway.</summary>
internal sealed class StepMany(EmulatorDirectory emulators, NamedStates states, SymbolStores symbols)
{
    /// <summary>Max emulators of a request.</summary>
    public const int MaxEmulators = 64;

    /// <summary>Validates a request as a whole. Nothing is stepped.</summary>
    /// <exception cref="RequestException">A member is invalid for every emulator.</exception>
    public StepPlan Plan(StepManyRequest body, bool isBinary)
    {
        var names = NamesOf(body.Emulators ?? throw Parameters.Missing("emulators", "a list of the names of emulators"));
        CheckCount(body.Leases, "leases", names.Count);
        CheckCount(body.States, "states", names.Count);
        CheckCount(body.Sensors, "sensors", names.Count);
        if (body.Buttons is { } buttons)
            CheckButtons(buttons, names.Count);
        for (var i = 0; i < body.Leases?.Count; i++)
            CheckLease(body.Leases[i], i);
        for (var i = 0; i < body.Sensors?.Count; i++)
            SensorRules.ReadIfAny(body.Sensors[i], $"sensors[{i}]");
        if (body.Read is { } read)
            BodyList.Read(read, "read", MemoryPlace.Check);
        var form = HoldEndpoints.FormOf(body.Screen, body.Draw, names.Count, isBinary);
        if (isBinary)
        {
            StepLayout.CheckPlaces(body.Read);
            if (form is { Fixed: null })
                CheckPlatforms(names);
        }

        return new StepPlan(names, FrameRules.StepFrames.Of(body.Frames), form, body);
    }

    /// <summary>Steps all emulators. The caller disposes the outcomes, which own the readings.</summary>
    /// <param name="plan">The request.</param>
    /// <param name="reaches">Whether the token of the request allows an emulator.</param>
    /// <param name="cancellationToken">Cancels all steps.</param>
    public async Task<StepOutcome[]> RunAsync(StepPlan plan, Func<string, bool> reaches, CancellationToken cancellationToken)
    {
        var running = new Task<StepOutcome>[plan.Names.Count];
        for (var i = 0; i < running.Length; i++)
            running[i] = TryStepAsync(plan, i, reaches, cancellationToken);
        try
        {
            return await Task.WhenAll(running);
        }
        catch
        {
            foreach (var task in running)
            {
                if (task.IsCompletedSuccessfully)
                    (await task).Dispose();
            }

            throw;
        }
    }

    private async Task<StepOutcome> TryStepAsync(StepPlan plan, int index, Func<string, bool> reaches, CancellationToken cancellationToken)
    {
        var name = plan.Names[index];
        try
        {
            if (!reaches(name))
                throw new RequestException(ProblemTypes.NarrowToken, $"The token does not allow the emulator {name}.");
            return await StepAsync(emulators.Get(name), plan, index, cancellationToken);
        }
        catch (Exception failure) when (PartProblem.Of(failure) is not null && !StepPlan.IsFaultOfAll(failure))
        {
            return new StepOutcome(name, PartProblem.Of(failure));
        }
    }

    private async Task<StepOutcome> StepAsync(EmulatorClient client, StepPlan plan, int index, CancellationToken cancellationToken)
    {
        var (body, batch) = (plan.Body, new EmulatorBatch());
        var buttons = plan.ButtonsOf(index, client.Status.Facts?.Platform);
        var lease = body.Leases?[index];
        var observed = new LastFrame(batch, client, body.Read, plan.Form, await symbols.Of(client).ReadyAsync());
        var beginning = new StepBeginning(
            body.States?[index] is { } state ? await ReadStateAsync(client, state, index, cancellationToken) : null,
            SensorRules.ReadIfAny(body.Sensors?[index], $"sensors[{index}]"));
        var step = beginning == default
            ? client.StepAsync(plan.Frames, buttons, lease, body.Draw ?? true, batch, cancellationToken,
                plan.RunsInline && observed.IsQuick)
            : client.StepFromAsync(beginning, plan.Frames, buttons, lease, body.Draw ?? true, batch, cancellationToken);
        var reply = await observed.TranslateErrorsAsync(step);
        try
        {
            return new StepOutcome(client.Name, reply, observed);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }

    private async Task<ReadOnlyMemory<byte>?> ReadStateAsync(
        EmulatorClient client, string name, int index, CancellationToken cancellationToken)
    {
        try
        {
            return StatePng.Unpack(await states.ReadAsync(client, name, cancellationToken));
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As($"states[{index}]");
        }
    }

    private static List<string> NamesOf(IReadOnlyList<string?> given)
    {
        var names = new List<string>(given.Count);
        BodyList.Read(given, "emulators", MaxEmulators, (name, parameter) => names.Add(names.Contains(name)
            ? throw new RequestException(ProblemTypes.InvalidParameter,
                $"{parameter} must be another emulator; \"{Parameters.Shorten(name)}\" is in the list already.", parameter)
            : name));
        return names;
    }

    private static void CheckCount(IReadOnlyList<object?>? list, string name, int count)
    {
        if (list is not null && list.Count != count)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"{name} must have one entry for each of the {count} emulators; got {list.Count}.", name);
        }
    }

    private static void CheckButtons(IReadOnlyList<IReadOnlyList<string?>?> buttons, int count)
    {
        if (buttons.Count != 1 && buttons.Count != count)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"buttons must have one list for each of the {count} emulators, or one for all; got {buttons.Count}.", "buttons");
        }

        for (var i = 0; i < buttons.Count; i++)
        {
            if (buttons[i] is null)
                throw new RequestException(ProblemTypes.InvalidBody, $"buttons[{i}] must be a list; got null.", $"buttons[{i}]");
            // Refuses names that no console has. Whether an emulator's console has the buttons is checked when it is stepped.
            ButtonNames.Parse(buttons[i]!, $"buttons[{i}]", platform: null);
        }
    }

    private static void CheckLease(string? lease, int index)
    {
        try
        {
            if (lease is not null)
                HoldEndpoints.LeaseOf(lease);
        }
        catch (RequestException refused)
        {
            throw refused.As($"leases[{index}]");
        }
    }

    // Binary records have one length, so their pictures have one size.
    private void CheckPlatforms(List<string> names)
    {
        var platforms = names.Where(emulators.Has).Select(name => emulators.Get(name).Status.Facts?.Platform)
            .Where(platform => platform is not (null or "" or "none")).Distinct().ToArray();
        if (platforms.Length > 1)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"screen requires width and height in a binary response, because the emulators have pictures of different sizes "
                + $"({string.Join(", ", platforms)}).", "screen");
        }
    }
}
