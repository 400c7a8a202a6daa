using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.OnDemand;

/// <summary>The header that makes repeated creations one: <see cref="IdempotentCreations{T}"/>.</summary>
internal static class CreationKey
{
    private const string Header = "Idempotency-Key";
    private const int MaxLength = 255;

    /// <summary>Documents the header.</summary>
    /// <param name="what">What is created.</param>
    public static ParameterNote NoteOf(string what) =>
        new(Header, $"A new text for each {what}, so that a repeated request creates one.", "")
            { Rule = new TextRule { Min = 1, Max = MaxLength } };

    /// <summary>Returns the key of a request, after the name of the token that it belongs to; null: there is none.</summary>
    /// <exception cref="Contract.Errors.RequestException">It is not one text of 1 to 255 characters.</exception>
    public static string? Of(HttpContext context) => context.Request.Headers[Header] switch
    {
        [] => null,
        // The first slash ends the name.
        [{ Length: > 0 and <= MaxLength } key] => $"{Uri.EscapeDataString(context.Features.Get<AccessToken>()?.Name ?? "")}/{key}",
        var given => throw Parameters.Refuse(Header, given.ToString(), $"one text of 1 to {MaxLength} characters"),
    };
}
