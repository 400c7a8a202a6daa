using System.Buffers;
using System.IO.Pipelines;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using Bridge.Api.Errors;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Http;
using Bridge.Api.OnDemand;
using Bridge.Api.Parsing;
using Bridge.SocketPool;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Fleet.Creating;

/// <summary>A creation whose body is read, so that it can be sent to several hosts.</summary>
/// <param name="Body">The bytes of the body.</param>
/// <param name="Request">The body.</param>
/// <param name="Key">The Idempotency-Key, with the token that it belongs to; null: none.</param>
/// <param name="Wait">How long it waits for a place.</param>
internal sealed record WantedCreation(byte[] Body, CreateRequest Request, string? Key, TimeSpan Wait)
{
    /// <summary>Gets the body without differences of its spelling.</summary>
    public string Canonical { get; } = JsonSerializer.Serialize(Request, OnDemandJson.Context.CreateRequest);

    /// <summary>Gets what tells whether two bodies are the same.</summary>
    public string Hash => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(Canonical)));

    /// <summary>Gets the key with what it is for; null: none.</summary>
    public WantedKey? Pin => Key is { } key ? new WantedKey(key, Hash, Request.Name) : null;

    /// <summary>Reads the body, which can be read again afterwards.</summary>
    /// <exception cref="RequestException">The body, a member or the key is invalid.</exception>
    public static async Task<WantedCreation> ReadAsync(HttpContext context)
    {
        var request = context.Request;
        JsonBody.RequireJson(request);
        await request.WholeBodyAsync();
        using var copy = new MemoryStream();
        await request.Body.CopyToAsync(copy, context.RequestAborted);
        var body = copy.ToArray();
        Rewind(request, body);
        var wanted = await JsonBody.ReadAsync(request, OnDemandJson.Context.CreateRequest);
        if (wanted.Name is { } name && !EmulatorClient.IsName(name))
            throw Parameters.Refuse("name", name, "1 to 32 characters of a-z, 0-9 and -, not starting with -");
        if (wanted.Checkpoint is { } checkpoint)
            CheckCheckpoint(checkpoint, wanted.Name);
        return new WantedCreation(body, wanted, OnDemandEndpoints.KeyOf(context), NewEmulator.WaitOf(wanted.Wait));
    }

    /// <summary>Lets the endpoint read the body, also a second time.</summary>
    public void Rewind(HttpRequest request) => Rewind(request, Body);

    private static void CheckCheckpoint(CheckpointSetting checkpoint, string? name)
    {
        NewEmulator.EverySecondsOf(checkpoint);
        if (name is null)
        {
            throw new RequestException(ProblemTypes.MissingParameter,
                "name is required with checkpoint: the emulator comes back under it.", "name");
        }
    }

    // The endpoint waits for the whole body in the pipe, and reads it from the stream after that.
    private static void Rewind(HttpRequest request, byte[] body)
    {
        var pipe = new BodyPipe(PipeReader.Create(new ReadOnlySequence<byte>(body)));
        request.HttpContext.Features.Set<IRequestBodyPipeFeature>(pipe);
        request.Body = pipe.Reader.AsStream();
    }

    private sealed record BodyPipe(PipeReader Reader) : IRequestBodyPipeFeature;
}
